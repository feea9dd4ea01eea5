import type { ApiDefinition } from '../api.ts'
import type { ApiRoute } from '../route.ts'
import type { CompiledFrontend } from './compiled-route.ts'
import type { Warn } from './warn.ts'

/** What all routes of an API are below: its domain and context path. */
export interface Base {
  readonly domain: string
  /** `<domain><context_path>`, which ends without a slash. */
  readonly text: string
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** Step 1 (decisions 8.8), once an API: what its paths are put behind. */
export function baseOf({ domain = '', context_path = '' }: ApiDefinition, warn: Warn): Base {
  const host = domain.replace(SCHEME, '')
  if (host !== domain) warn('/domain', `A domain has no scheme: ${domain} is read as ${host}`)
  return { domain: host, text: withoutEnd(joined(host, context_path)) }
}

/** Step 1, once a route: which requests it takes. Every path stands behind the domain and context path of the API. */
export function compileFrontend(base: Base, frontend: ApiRoute['frontend'], warn: Warn): CompiledFrontend {
  const { headers = {}, query = {}, methods = [], strip_path = false, exact = false } = frontend ?? {}
  return {
    domains: [...new Set(pathsOf(base, frontend ?? {}, warn).map((path) => below(base, path)))],
    headers,
    query,
    methods: methods.map((method) => method.toUpperCase()),
    strip_path,
    exact,
  }
}

/** Paths of both kinds, as written; no path at all is that of the API, and so is a bare domain that no `paths` go with. */
function pathsOf({ domain }: Base, frontend: NonNullable<ApiRoute['frontend']>, warn: Warn): readonly string[] {
  const { domains = [], paths = [] } = frontend
  const split = domains.map((entry, place) => {
    const text = entry.replace(SCHEME, '')
    const slash = text.indexOf('/')
    const [host, path] = slash < 0 ? [text, ''] : [text.slice(0, slash), text.slice(slash)]
    if (host !== '' && host.toLowerCase() !== domain.toLowerCase())
      warn(`/domains/${place}`, `The domain ${host} is dropped: a route is on the domain of its API${named(domain)}`)
    return path
  })
  const all = [...(paths.length > 0 ? split.filter((path) => path !== '') : split), ...paths]
  return all.length > 0 ? all : ['']
}

const named = (domain: string) => (domain === '' ? ', which names none' : `, ${domain}`)

/** A path behind the base, with single slashes; `/` adds nothing. */
function below({ text }: Base, path: string): string {
  const whole = joined(text, path)
  return (whole === `${text}/` ? text : whole) || '/'
}

const joined = (before: string, path: string): string =>
  path === '' ? before : `${before}/${path}`.replace(/\/{2,}/g, '/')

const withoutEnd = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text)
