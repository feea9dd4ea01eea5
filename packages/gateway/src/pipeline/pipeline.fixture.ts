import { type ApiDefinition, compile, createCatalog } from '@signalbox/core/gateway'
import { createGateway } from '../create-gateway.ts'
import type { Decided } from '../exchange/decided.ts'
import type { GatewayOptions } from '../gateway.ts'
import { getHeader } from '../headers/header-list.ts'
import { defineGatewayPlugin, type GatewayPlugin } from '../plugin-api/own-plugin.ts'
import type { Incoming } from '../request/incoming.ts'
import { staticRoutes } from '../served/static-routes.ts'

/** The compiled routes of an API under `shop.example`; its backend `b` is at 127.0.0.1:9. */
export function routesOf(api: Partial<ApiDefinition>, plugins: readonly GatewayPlugin[] = []) {
  const backends = [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }]
  const definition = { id: 'shop', domain: 'shop.example', context_path: '/', state: 'published', backends, ...api }
  return compile(definition as never, { plugins: createCatalog(plugins) }).routes
}

/** A plugin of a test, under the id `test`. */
export const testPlugin = (plugin: Pick<GatewayPlugin, 'compile'> & Partial<GatewayPlugin>): GatewayPlugin =>
  defineGatewayPlugin({
    id: 'test',
    name: 'Test',
    description: 'A plugin of a test',
    steps: ['TransformRequest'],
    categories: ['Headers'],
    configSchema: { type: 'object', properties: {}, additionalProperties: true },
    multiInstance: true,
    stage: 'request',
    ...plugin,
  })

/** A flow of slots, each with the plugin `test` unless it names another. */
export const flowOf = (...slots: readonly object[]) => ({
  id: 'f',
  plugins: { slots: slots.map((slot) => ({ plugin: 'test', ...slot })) },
})

interface Sent extends Partial<Omit<Incoming, 'rawHeaders'>> {
  readonly headers?: readonly string[]
}

/** A gateway over static routes, and a function that decides about requests. */
export function setUp(api: Partial<ApiDefinition> = {}, options: Partial<GatewayOptions> = {}) {
  const { plugins = [] } = options
  const routes = [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }]
  const reports: unknown[] = []
  const gateway = createGateway({
    source: staticRoutes(routesOf({ routes, ...api } as never, plugins)),
    report: (error) => void reports.push(error),
    name: 'edge',
    ...options,
  })

  /** Decides about a request as a client sends it to `shop.example`. */
  const decide = async ({ headers = ['Host', 'shop.example'], ...sent }: Sent = {}): Promise<Decided> =>
    gateway.pipeline.decide({
      ...{ method: 'GET', target: '/', version: '1.1', address: '203.0.113.7', secure: false },
      rawHeaders: headers,
      ...sent,
    })

  return { gateway, decide, reports }
}

/** The cause of a refusal: that of its JSON. */
export async function causeOf(decided: Promise<Decided> | Decided): Promise<string | undefined> {
  const { answer } = await decided
  return answer && `${answer.status} ${/<code>(errors\.[\w.]+)/.exec(String(answer.body))?.[1]}`
}

/** A header that the backend gets. */
export const sentHeader = (decided: Decided, name: string): string | undefined => getHeader(decided.out.list, name)
