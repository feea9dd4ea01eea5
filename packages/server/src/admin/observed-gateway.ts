import type { ExplainRequest, Explanation } from '@signalbox/core/gateway'
import type { Gateway } from '@signalbox/gateway'

/** What the port for operators asks a gateway, in this process or in several others. */
export interface ObservedGateway {
  /** Whether it has something to serve. */
  isReady(): Promise<boolean>
  metrics(format: 'prometheus' | 'openmetrics'): Promise<string>
  /** How a request was decided; `undefined` if it is not known any more. */
  decision(id: string): Promise<unknown>
  explain(request: ExplainRequest): Promise<Explanation | undefined>
  /** Tells of requests as they end, until the returned function is called. */
  readonly tail: Gateway['tail']
  /** The captured requests of an API. */
  captures(api: string): Promise<readonly unknown[]>
}

/** Asks a gateway of this process. */
export const observeGateway = (gateway: Gateway): ObservedGateway => ({
  isReady: async () => gateway.status().state !== 'cold',
  metrics: async (format) => gateway.metrics(format),
  decision: async (id) => gateway.decision(id),
  explain: async (request) => gateway.explain(request),
  tail: gateway.tail,
  captures: async (api) => gateway.captures(api),
})
