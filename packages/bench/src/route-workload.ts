import { compile, type GatewayApi } from '@signalbox/core'
import type { RouteRequest, RouterEntry } from '@signalbox/gateway'

/** The paths of an API, with a request to each. */
const paths = [
  ['/items', '/items'],
  ['/items/:id', '/items/42'],
  ['/items/:id/parts', '/items/42/parts'],
  ['/items/:id/parts/:part', '/items/42/parts/7'],
  ['/orders', '/orders'],
  ['/orders/:id', '/orders/2026-1107'],
  ['/orders/:id/lines', '/orders/2026-1107/lines'],
  ['/users', '/users'],
  ['/users/:id', '/users/someone'],
  ['/users/:id/roles', '/users/someone/roles'],
  ['/files/*', '/files/2026/november/report.pdf'],
  ['/search', '/search'],
  ['/health', '/health'],
  ['/statistics/sales/yearly', '/statistics/sales/yearly'],
  ['/statistics/sales/:month', '/statistics/sales/november'],
  ['/admin', '/admin'],
  ['/admin/keys', '/admin/keys'],
  ['/admin/keys/:key', '/admin/keys/k9'],
  ['/reports/:year/:month', '/reports/2026/11'],
  ['/reports/latest', '/reports/latest'],
] as const

/** How many routes an API has. */
export const ROUTES_OF_API = paths.length

/** Half of the APIs share a host; the others are spread over 500. */
const hostOf = (api: number) => (api % 2 === 0 ? 'api.example.com' : `host-${api % 1000}.example.com`)

/** An API; `copies` repeats its paths below other names. */
const toApi = (api: number, copies: number): GatewayApi => ({
  id: `api-${api}`,
  name: `API ${api}`,
  domain: hostOf(api),
  context_path: `/context-${api}`,
  state: 'published',
  routes: Array.from({ length: copies * paths.length }, (_, i) => {
    const [path] = paths[i % paths.length]!
    const copy = Math.floor(i / paths.length)
    const methods = i % 3 === 0 ? { methods: ['GET', 'POST'] } : {}
    return {
      id: `route-${i}`,
      frontend: {
        paths: [copy === 0 ? path : `/copy-${copy}${path}`],
        exact: i % 2 === 0 && path !== '/files/*',
        ...methods,
      },
    }
  }),
})

/** The compiled routes of an API, each with a plan of its own. */
export const entriesOfApi = (api: number, copies = 1): RouterEntry<object>[] =>
  compile(toApi(api, copies)).routes.map((route) => ({ route, plan: {} }))

/** Requests to random routes of APIs. Their texts are new, as from a parser. */
export function routeRequests(count: number, apis: number): RouteRequest[] {
  const fresh = (text: string) => Buffer.from(text).toString('latin1')
  return Array.from({ length: count }, (_, i) => {
    const api = (i * 7919) % apis
    const [, path] = paths[(i * 31) % paths.length]!
    return {
      host: fresh(hostOf(api)),
      port: undefined,
      path: fresh(`/context-${api}${path}`),
      method: 'GET',
      headerValue: () => undefined,
      queryValue: () => undefined,
      needs: 0,
    }
  })
}

/** The routes of some APIs as paths in the form of Hono, with the host in front. */
export const pathsWithHosts = (apis: number): string[] =>
  Array.from({ length: apis }, (_, api) => paths.map(([path]) => `/${hostOf(api)}/context-${api}${path}`)).flat()
