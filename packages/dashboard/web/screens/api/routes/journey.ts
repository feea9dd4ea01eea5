import type { RecordOf } from '../../../kinds/kinds.ts'
import { addressOf, domainOf, type Exposed, joined } from '../address.ts'
import { exampleOf, segmentsOf } from './segments.ts'

/** A route of an API. */
export type Route = NonNullable<RecordOf<'apis'>['routes']>[number]

/** The settings of a backend that decide which path it gets. */
export interface Forwarding {
  readonly root?: string
  readonly rewrite?: boolean
}

/** A request that a route takes, and the path that its backend gets. */
export interface Journey {
  /** The address of the request without a scheme; a path if the API has no domain. */
  readonly from: string
  /** The path that the backend gets. */
  readonly to: string
  /** Whether all paths below that of the request are taken, too. */
  readonly isPrefix: boolean
}

/** A request for each path of a route, in their order, as examples of what it takes. */
export function journeysOf(api: Exposed, { frontend = {} }: Pick<Route, 'frontend'>, backend: Forwarding): Journey[] {
  const context = segmentsOf(api.context_path ?? '')
  return pathsOf(frontend).map((path) => {
    const own = segmentsOf(path)
    const segments = [...context, ...own]
    const examples = segments.map((segment, i) => exampleOf(segment, i === segments.length - 1))
    const texts = examples.map(({ text }) => text)
    const isOpen = own.at(-1) === '*'
    const stripped = frontend.strip_path
      ? segments.length - (isOpen ? 1 : 0)
      : frontend.strip_context_path
        ? context.length
        : 0
    const params = Object.assign({}, ...examples.map((example) => example.params)) as Record<string, string>
    return {
      from: joined(domainOf(api), ...texts) || '/',
      to: forwarded(stripped === 0 ? ['', ...texts] : texts.slice(stripped), params, backend),
      isPrefix: frontend.exact !== true && !isOpen,
    }
  })
}

/** The paths of a route below the context path of its API. Without any, it has the path of the API. */
export function pathsOf({ domains = [], paths = [] }: NonNullable<Route['frontend']>): string[] {
  const fromDomains = domains.map((entry) => domainOf({ domain: entry }).replace(/^[^/]*/, ''))
  const all = [...(paths.length > 0 ? fromDomains.filter((path) => path !== '') : fromDomains), ...paths]
  return all.length > 0 ? all : ['']
}

/** The addresses of a route, as written: `api.shop.example/billing/invoices/:id`. */
export const addressesOf = (api: Exposed, { frontend = {} }: Pick<Route, 'frontend'>): string[] =>
  pathsOf(frontend).map((path) => joined(addressOf(api), path) || '/')

/** The path for the backend, from what is left of the path of the request: nothing, or texts, of which `''` is the slash. */
function forwarded(rest: readonly string[], params: Readonly<Record<string, string>>, backend: Forwarding): string {
  const { root = '', rewrite = false } = backend
  if (rewrite)
    return root.replace(/(?<=\/):([A-Za-z_]\w*)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) || '/'
  return rest.length === 0 ? root || '/' : `${root.replace(/\/$/, '')}/${rest.filter(Boolean).join('/')}`
}
