import { compile, createCatalog, type GatewayUnit } from '@signalbox/core/gateway'
import { onTestFinished } from 'vitest'
import type { TargetSettings } from '../../backend/target-policy.ts'
import { createGateway } from '../../create-gateway.ts'
import type { Ended } from '../../exchange/decided.ts'
import type { ExchangeState } from '../../exchange/exchange-state.ts'
import type { Gateway, GatewayOptions } from '../../gateway.ts'
import type { AccessLogOptions } from '../../observe/access-log.ts'
import type { GatewayPlugin } from '../../plugin-api/own-plugin.ts'
import { staticRoutes } from '../../served/static-routes.ts'

/** What a gateway of a test is made of. */
export interface GatewaySettings {
  /** Where the backend listens. */
  readonly port: number
  /** More of the target. */
  readonly target?: object
  /** Further targets. */
  readonly others?: readonly object[]
  readonly balancing?: object
  /** More of the backend, such as its health checks. */
  readonly judged?: object
  readonly client?: object
  /** Which servers targets may name. */
  readonly backends?: TargetSettings
  readonly plugins?: readonly GatewayPlugin[]
  /** The ports of further backends, by id. */
  readonly further?: Readonly<Record<string, number>>
  readonly clock?: () => number
  /** Milliseconds that a plugin may take. */
  readonly pluginTimeout?: number
  /** The slots of the flow of the route. @default none: the backend gets the host of the client */
  readonly slots?: readonly object[]
  /** The plans of the API. @default none: the route is open */
  readonly plans?: readonly object[]
  readonly consumers?: readonly GatewayUnit[]
  readonly log?: AccessLogOptions
  /** The OpenAPI document of the API. @default none */
  readonly document?: object
  /** More of the API. */
  readonly api?: object
  /** More options of the gateway. */
  readonly options?: Partial<GatewayOptions>
}

/** A gateway with one route, `shop.example/`, and what it tells of its exchanges. It ends with the test, or when `onEnd` says so. */
export function gatewayTo(settings: GatewaySettings, onEnd: (close: () => Promise<void>) => void = onTestFinished) {
  const { port, target, others = [], balancing, client, backends, plugins = [], slots = [] } = settings
  const { document, further = {}, clock, judged, plans = [], consumers = [], log, pluginTimeout } = settings
  const targets = [{ hostname: '127.0.0.1', port, ...target }, ...others]
  const backend = { targets, ...(balancing && { load_balancing: balancing }), ...judged }
  const route = { id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }
  const api = {
    ...{ id: 'shop', domain: 'shop.example', context_path: '/', state: 'published', routes: [route] },
    backends: [
      { id: 'b', backend, ...(client && { client: 'c' }) },
      ...Object.entries(further).map(([id, port]) => ({
        id,
        backend: { targets: [{ hostname: '127.0.0.1', port }] },
        ...(client && { client: 'c' }),
      })),
    ],
    ...(client && { clients_backend_config: [{ id: 'c', client }] }),
    flows: [{ id: 'f', plugins: { slots } }],
    documentation: { plans, ...(document && linkTo('shop')) },
    ...settings.api,
  }
  const { routes } = compile(api as never, { plugins: createCatalog(plugins) })
  const reports: unknown[] = []
  const gateway = createGateway({
    source: staticRoutes(routes, { consumers: [apiOf(api), ...consumers], documents: documentsOf('shop', document) }),
    plugins,
    report: (error) => void reports.push(error),
    ...(backends && { backends }),
    ...(clock && { clock }),
    ...(log && { log }),
    ...(pluginTimeout && { pluginTimeout }),
    ...settings.options,
  })
  onEnd(() => gateway.close({ drainMs: 0 }))
  const { ended, until } = watchEnds(gateway)
  return { gateway, reports, ended, until }
}

const SHA_256 = 'd'.repeat(64)

/** The documentation of an API that links its document. */
export const linkTo = (api: string) => ({ resources: [{ url: `/api/apis/${api}/documents/${SHA_256}` }] })

/** The documents of a source: that of one API. */
export const documentsOf = (api: string, document: object | undefined) =>
  document ? { [api]: { [SHA_256]: JSON.stringify(document) } } : {}

/** The unit of an API, by which the state of its plans is known. */
const apiOf = (api: { readonly id: string }): GatewayUnit => ({
  ...{ kind: 'api', key: api.id, revision: 1 },
  value: { api: api as never },
})

/** How exchanges ended, in order. */
export function watchEnds({ pipeline }: Gateway) {
  const ended: (Ended & { readonly attempts: number })[] = []
  const waiting = new Set<() => void>()
  const { finish } = pipeline
  pipeline.finish = (exchange, one) => {
    finish(exchange, one)
    const { cause, attempts } = exchange as ExchangeState
    ended.push({ ...one, cause: one.cause ?? cause, attempts: attempts?.made ?? 0 })
    for (const look of waiting) look()
  }
  /** Resolves when so many exchanges have ended. */
  const until = (count: number): Promise<typeof ended> =>
    new Promise((resolve) => {
      const look = () => {
        if (ended.length < count) return
        waiting.delete(look)
        resolve(ended)
      }
      waiting.add(look)
      look()
    })
  return { ended, until }
}
