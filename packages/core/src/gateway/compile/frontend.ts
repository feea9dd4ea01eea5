import type { ApiDefinition } from '../apis/api.ts'
import { readCondition } from '../routes/conditions.ts'
import { splitDomain, withoutScheme } from '../routes/domains.ts'
import { readPath } from '../routes/path-grammar.ts'
import type { ApiRoute } from '../routes/route.ts'
import type { CompiledFrontend, CompiledMatch, Refusal } from './compiled-route.ts'
import { canonical, warnOfAllowances } from './path-rules.ts'
import type { Warn } from './warnings.ts'

/** The domain and context path that all routes of an API share. */
export interface Base {
  readonly domain: string
  /** `<domain><context_path>` without a trailing slash. */
  readonly text: string
  readonly host: string
  readonly port?: number
  /** The context path without a trailing slash. */
  readonly context: string
}

/** The members of an API that say where it is served. */
export type BaseMember = 'domain' | 'context_path'

/** Step 1, once for each API: reads its domain and context path. */
export function baseOf({ domain = '', context_path = '' }: Pick<ApiDefinition, BaseMember>, warn: Warn): Base {
  const plain = withoutScheme(domain)
  if (plain !== domain) warn('/domain', 'domain.scheme', domain, plain)
  const text = withoutEnd(joined(plain, canonical(context_path, warn, '/context_path')))
  const slash = text.indexOf('/')
  const [authority, context] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash)]
  const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(authority) ?? []
  return { domain: plain, text, host: host.toLowerCase(), ...(port !== undefined && { port: Number(port) }), context }
}

/**
 * Step 1, once for each route: which requests it matches. All paths are below the domain and context path of the API.
 */
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
  warnOfAllowances({ matches, allow }, warn)
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

/** The part of a whole path that comes after the base; empty for a lone slash. */
function pathOf({ text }: Base, whole: string): string {
  const path = whole.slice(text.length)
  return path === '/' ? '' : path
}

/** A refusal for a part that could not be compiled. */
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

/**
 * The paths of `domains` and `paths`, in their canonical form. Without any, the route has the path of the API; a bare
 * domain counts only if there are no `paths`.
 */
function pathsOf({ domain }: Base, frontend: NonNullable<ApiRoute['frontend']>, warn: Warn): readonly string[] {
  const { domains = [], paths = [] } = frontend
  const split = domains.map((entry, place) => {
    const [host, path] = splitDomain(entry)
    if (host !== '' && host.toLowerCase() !== domain.toLowerCase())
      warn(`/domains/${place}`, 'domain.dropped', host, domain)
    return canonical(path, warn, `/domains/${place}`)
  })
  const own = paths.map((path, place) => canonical(path, warn, `/paths/${place}`))
  const all = [...(paths.length > 0 ? split.filter((path) => path !== '') : split), ...own]
  return all.length > 0 ? all : ['']
}

/** Appends a path to the base, with single slashes; `/` adds nothing. */
function below({ text }: Base, path: string): string {
  const whole = joined(text, path)
  return (whole === `${text}/` ? text : whole) || '/'
}

const joined = (before: string, path: string): string =>
  path === '' ? before : `${before}/${path}`.replace(/\/{2,}/g, '/')

const withoutEnd = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text)
