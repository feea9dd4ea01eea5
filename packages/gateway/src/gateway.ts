import type {
  ApiOutcomes,
  BackendStatus,
  Capture,
  Clock,
  ExplainRequest,
  Explanation,
  GatewaySource,
  PlaneStatus,
  Random,
  Report,
  TailEvent,
  TailFilter,
  ToldDecision,
  Traffic,
} from '@signalbox/core/gateway'
import type { TargetSettings } from './backend/target-policy.ts'
import type { BackendChange } from './backends/backends.ts'
import type { GatewayEngines } from './engines/engines.ts'
import type { RequestInfo } from './fetch/request-info.ts'
import type { GatewayLimits } from './limits/limits.ts'
import type { AccessLogOptions } from './observe/access-log.ts'
import type { TracingOptions } from './observe/tracing-options.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import type { GatewayPlugin } from './plugin-api/own-plugin.ts'
import type { RequestOptions } from './request/settings.ts'
import type { StaticRoutes } from './served/static-routes.ts'
import type { GatewayState } from './state/state.ts'

/** Options of a data plane. Only `source` is required. */
export interface GatewayOptions extends GatewayEngines, RequestOptions {
  /**
   * What is served: `box.gatewaySource` of a Signalbox in this process, `followGateway(…)` of one elsewhere, or
   * `staticRoutes(…)`.
   */
  readonly source: GatewaySource | StaticRoutes
  /** Plugins of the embedding program. `createSignalbox` takes the same ones as `plugins`. @default none */
  readonly plugins?: readonly GatewayPlugin[]
  /** Which servers targets may name. @default all but the metadata services of clouds */
  readonly backends?: TargetSettings
  /** The access log. @default none */
  readonly log?: AccessLogOptions
  /** Traces requests by OpenTelemetry. Trace context of W3C is passed on in any case. @default no spans */
  readonly tracing?: TracingOptions
  /** Whether responses have the header `Gateway-Config-Revision`: the change event up to which they are. @default false */
  readonly configRevision?: boolean
  /**
   * Whether responses of limited routes also have the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining` and
   * `X-RateLimit-Reset` (in seconds), for clients that do not know `RateLimit`. @default false
   */
  readonly legacyRateLimitHeaders?: boolean
  /** Whether errors of the gateway have the header `Proxy-Status` (RFC 9209). @default true */
  readonly proxyStatus?: boolean
  /**
   * How requests are counted for rate limits and quotas: by each process for itself, or together.
   * @default localLimits()
   */
  readonly limits?: GatewayLimits
  /**
   * Keeps what is counted until it is reported, so that it outlives this process. @default memory alone
   */
  readonly state?: GatewayState
  /**
   * Seconds without the control plane after which routes that admit consumers refuse, with 503, because consumers may have
   * been revoked since. Other routes go on. @default 86400
   */
  readonly staleMax?: number
  /**
   * The key that signs cookies of the gateway, such as cookies of sticky load balancing. Gateways with the same key
   * accept each other's cookies. @default the source's key, or else random
   */
  readonly secret?: Uint8Array
  /** Milliseconds that a plugin may take for a request. @default 1000 */
  readonly pluginTimeout?: number
  /** The most bytes of a request body that a plugin reads as a whole. @default 1048576 */
  readonly wholeBodyLimit?: number
  /** Receives errors that clients see only as a 5xx without details. @default console.error */
  readonly report?: Report
  /** Receives targets when they start or stop getting requests. @default none */
  readonly onBackendChange?: (change: BackendChange) => void
  /** @default Date.now */
  readonly clock?: Clock
  /** @default crypto.getRandomValues */
  readonly random?: Random
  /** Where clients reach it, for the list of data planes. @default the address on which `listen` listens */
  readonly url?: string
  /** Sends requests of `gateway.fetch` to backends. @default the global `fetch` */
  readonly fetch?: typeof fetch
}

/** A data plane: it takes requests, finds their route, runs the plugins and calls the backend. */
export interface Gateway {
  /** Resolves when the first routes are served. Until then requests get 503. */
  ready(): Promise<void>
  /** Serves a request through `fetch`, on any runtime. Never rejects. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>
  /**
   * Sends a request of this process as the consumer of the subscription with the id `as`, over the connections of the transport
   * that listens. It needs no credentials, and has no token. Everything else is as for requests of clients: limits and quotas,
   * plugins, metrics, the access log. Responses of backends above 1 MiB become 502. Never rejects. No request from outside can set
   * `as`.
   */
  send(request: Request, options: { readonly as: string }): Promise<Response>
  /** Explains how a request would be treated. Has no effect. */
  explain(request: ExplainRequest): Explanation
  /**
   * Resolves when everything up to a revision is served: the id of a change event. Resolves at once while changes cannot be
   * followed. Writes of a Signalbox in this process wait for it.
   */
  applied(revision: number): Promise<void>
  /**
   * Tells of requests as they end: what the access log says about them, and what features and experiments decided. At most
   * 500 lines a second; others are counted. For an API with `debug_flow`, the runs of its plugins come before the line of
   * the request. Returns a function that ends it. Costs nothing while nobody listens.
   */
  tail(filter: TailFilter, listener: (event: TailEvent) => void): () => void
  /**
   * The last 100 requests to an API with `capture`, the newest first: heads and the first 8 KiB of bodies, without secrets.
   */
  captures(api: string): Capture[]
  /** How a request was decided, by its id, if it is one of the last thousand. */
  decision(id: string): ToldDecision | undefined
  status(): PlaneStatus
  /** The backends that routes use, and the state of their targets. */
  backends(): BackendStatus[]
  /**
   * What was counted since the start: requests by API, route, class of status and cause, and durations by API. Subtract an
   * earlier answer to get what happened in between.
   */
  traffic(): Traffic
  /**
   * How the last 20 requests to each API ended, and since when it fails; with `minutes`, how many requests each minute of the last
   * hour had. APIs without a request in the last hour are left out.
   */
  outcomes(options?: { readonly minutes?: boolean; readonly routes?: boolean }): ApiOutcomes[]
  /** The metrics as text, in the format of Prometheus or OpenMetrics. */
  metrics(format?: 'prometheus' | 'openmetrics'): string
  /** For transports: takes the address on which it listens, unless the option `url` is another. */
  listensOn(url: string): void
  /** For transports: decides about requests. */
  readonly pipeline: Pipeline
  /**
   * Stops following the source, waits for requests in flight up to `drainMs`, aborts the calls of `fetch` that have not ended
   * by then, and writes the rest of the log.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}
