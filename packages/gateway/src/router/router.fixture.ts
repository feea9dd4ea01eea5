import { type ApiDefinition, type CompiledRoute, compile, type GatewayApi } from '@signalbox/core/gateway'
import { createRouter } from './create-router.ts'
import { explainRoute } from './explain.ts'
import type { RouteRequest, Router, RouterEntry } from './router.ts'

type ApiRoute = NonNullable<ApiDefinition['routes']>[number]
/** Which requests a route takes, as its API declares it. */
export type Frontend = NonNullable<ApiRoute['frontend']>

/** Compiles a published API into entries. The plan of an entry is an object of its own. */
export function entriesOf(given: Partial<GatewayApi> & { id: string }): RouterEntry<object>[] {
  const { routes } = compile({ name: given.id, state: 'published', ...given })
  return routes.map((route) => ({ route, plan: {} }))
}

/** Routes as texts: `GET,POST h.x:81/v1/users`. The method and the host are optional. */
export type Written = string | ({ readonly at: string } & Omit<Frontend, 'paths' | 'methods' | 'domains'>)

const FORM = /^(?:([A-Z,]+) )?([^/]*)(\/.*)?$/

/** A router with one API for each route. Its id is the route as written, or the `id` given, in the order given. */
export function routerOf(...routes: readonly Written[]): Router<object> {
  const router = createRouter<object>()
  for (const [i, one] of routes.entries()) router.replace(`api${i}`, [entryOf(one, `api${i}`)])
  return router
}

/** An entry for a route as written; its name is the text. */
export function entryOf(written: Written, api = 'api0'): RouterEntry<object> {
  const { at, ...frontend } = typeof written === 'string' ? { at: written } : written
  const [, methods, domain = '', path = '/'] = FORM.exec(at) ?? []
  const route = {
    id: 'r',
    name: at,
    frontend: { ...frontend, paths: [path], ...(methods && { methods: methods.split(',') }) },
  }
  return entriesOf({ id: api, domain, routes: [route] })[0] as RouterEntry<object>
}

/** The same route as a draft, which the header `X-Testing: secret` selects. */
export function asDraft({ route, plan }: RouterEntry<object>, value = 'secret'): RouterEntry<object> {
  const testing = { header: 'X-Testing', value }
  const headers = { ...route.frontend.headers, 'X-Testing': value }
  return {
    route: { ...route, id: `testing_${route.id}`, draft: true, testing, frontend: { ...route.frontend, headers } },
    plan,
  }
}

/** A request as text: `GET h.x:81/v1/users?a=b`; the method is GET by default. */
export function request(
  written: string,
  { headers = {}, needs = 0 }: { headers?: Readonly<Record<string, string>>; needs?: number } = {},
): RouteRequest {
  const [, method = 'GET', authority = '', target = '/'] = FORM.exec(written) ?? []
  const [, host = '', port] = /^(.*?)(?::(\d+))?$/.exec(authority) ?? []
  const url = target.indexOf('?')
  const query = new URLSearchParams(url < 0 ? '' : target.slice(url))
  return {
    host,
    port: port === undefined ? undefined : Number(port),
    path: url < 0 ? target : target.slice(0, url),
    method,
    headerValue: (name) => headers[name],
    queryValue: (name) => query.get(name) ?? undefined,
    needs,
  }
}

/** The name of the route that takes a request. */
export const taken = (router: Router<object>, ...given: Parameters<typeof request>): string | undefined =>
  router.find(request(...given))?.entry.route.name

/** The values of the path parameters. */
export const valuesIn = (router: Router<object>, ...given: Parameters<typeof request>): readonly string[] | undefined =>
  router.find(request(...given))?.values

/** The candidates of a request: the name of each route with the result. */
export const explained = (router: Router<object>, ...given: Parameters<typeof request>) =>
  explainRoute(router, request(...given)).candidates

/** A compiled route, changed. */
export const changed = ({ route, plan }: RouterEntry<object>, change: Partial<CompiledRoute>): RouterEntry<object> => ({
  route: { ...route, ...change },
  plan,
})
