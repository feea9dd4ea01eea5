import type { ApiDefinition } from '../api.ts'
import { readCondition } from '../conditions.ts'
import { splitDomain, withoutScheme } from '../domains.ts'
import { readPath } from '../path-grammar.ts'
import type { ApiRoute } from '../route.ts'
import type { CompiledFrontend, CompiledMatch, Refusal } from './compiled-route.ts'
import type { Warn } from './warnings.ts'

/** What all routes of an API are below: its domain and context path. */
export interface Base {
  readonly domain: string
  /** `<domain><context_path>`, which ends without a slash. */
  readonly text: string
  readonly host: string
  readonly port?: number
  /** Ends without a slash. */
  readonly context: string
}

/** Step 1, once an API: what its paths are put behind. */
export function baseOf({ domain = '', context_path = '' }: ApiDefinition, warn: Warn): Base {
  const plain = withoutScheme(domain)
  if (plain !== domain) warn('/domain', 'domain.scheme', domain, plain)
  const text = withoutEnd(joined(plain, context_path))
  const slash = text.indexOf('/')
  const [authority, context] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash)]
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(authority) ?? []
  return { domain: plain, text, host: host.toLowerCase(), ...(port !== undefined && { port: Number(port) }), context }
}

/** Step 1, once a route: which requests it takes. Every path stands behind the domain and context path of the API. */
export function compileFrontend(
  base: Base,
  frontend: ApiRoute['frontend'] = {},
  warn: Warn,
): { frontend: CompiledFrontend; refusal: Refusal | undefined } {
  const { headers = {}, query = {}, methods = [], exact = false, allow = [] } = frontend
  const { strip_path = false, strip_context_path = false } = frontend
  if (strip_path && strip_context_path) warn('/strip_context_path', 'strip.both')
  const written = new Map(pathsOf(base, frontend, warn).map((path) => [below(base, path), path]))
  const read = [...written].map(([whole]) => matchOf(base, pathOf(base, whole)))
  const reasons = [
    ...read.flatMap((one) => ('flaw' in one ? [warn('', 'path.invalid', one.flaw.segment, one.flaw.reason)] : [])),
    ...unfitConditions({ headers, query }, warn),
  ]
  const matches = read.flatMap((one) => ('flaw' in one ? [] : [one]))
  const compiled = {
    domains: [...written.keys()],
    matches,
    headers,
    query,
    methods: methods.map((method) => method.toUpperCase()),
    strip_path,
    strip_context_path,
    exact,
    allow,
  }
  return { frontend: compiled, refusal: reasons[0] === undefined ? undefined : misconfigured(reasons[0]) }
}

/** What the path of the route adds to that of the API. */
function pathOf({ text }: Base, whole: string): string {
  const path = whole.slice(text.length)
  return path === '/' ? '' : path
}

/** What refuses because a part could not be compiled. */
export const misconfigured = (message: string): Refusal => ({ cause: 'errors.route.misconfigured', message })

function matchOf(
  { host, port, context }: Base,
  path: string,
): CompiledMatch | Extract<ReturnType<typeof readPath>, { flaw: unknown }> {
  const before = readPath(context)
  const whole = readPath(`${context}${path}`)
  if ('flaw' in whole) return whole
  return {
    host,
    ...(port !== undefined && { port }),
    context_path: context,
    path,
    segments: [...whole.segments],
    context_segments: 'flaw' in before ? 0 : before.segments.length,
  }
}

function unfitConditions(asked: Readonly<Record<'headers' | 'query', Record<string, string>>>, warn: Warn): string[] {
  return Object.values(asked).flatMap((conditions) =>
    Object.entries(conditions).flatMap(([name, written]) => {
      const condition = readCondition(written)
      return typeof condition === 'string' ? [warn('', 'condition.invalid', name, condition)] : []
    }),
  )
}

/** Paths of both kinds, as written; no path at all is that of the API, and so is a bare domain that no `paths` go with. */
function pathsOf({ domain }: Base, frontend: NonNullable<ApiRoute['frontend']>, warn: Warn): readonly string[] {
  const { domains = [], paths = [] } = frontend
  const split = domains.map((entry, place) => {
    const [host, path] = splitDomain(entry)
    if (host !== '' && host.toLowerCase() !== domain.toLowerCase())
      warn(`/domains/${place}`, 'domain.dropped', host, domain)
    return path
  })
  const all = [...(paths.length > 0 ? split.filter((path) => path !== '') : split), ...paths]
  return all.length > 0 ? all : ['']
}

/** A path behind the base, with single slashes; `/` adds nothing. */
function below({ text }: Base, path: string): string {
  const whole = joined(text, path)
  return (whole === `${text}/` ? text : whole) || '/'
}

const joined = (before: string, path: string): string =>
  path === '' ? before : `${before}/${path}`.replace(/\/{2,}/g, '/')

const withoutEnd = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text)
