import type {
  CauseId,
  Clock,
  CompiledBackend,
  CompiledRoute,
  CompiledSlot,
  JsonObject,
  PluginDefinition,
  Random,
  Report,
} from '@signalbox/core/gateway'
import type { Consumers } from '../consumers/consumers.ts'
import type { GatewayEngines } from '../engines.ts'
import type { Experiments } from '../experiments/experiments.ts'
import type { Limits } from '../limits/limits.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Exchange, Outcome, ResponseHead } from '../pipeline/exchange.ts'
import type { Refused } from './refused.ts'

export type { Refused }

/**
 * The stages of a request, in order. Within a stage, plugins run in the order of the route.
 *
 * | stage | what its plugins do |
 * |---|---|
 * | `answer` | respond without looking at the caller: redirects, maintenance, CORS preflights |
 * | `admit` | refuse by method, address and the like |
 * | `identify` | find out who calls |
 * | `authorize` | refuse by who calls |
 * | `limit` | refuse by rate and quota |
 * | `choose` | choose another backend |
 * | `request` | change the request for the backend |
 * | `backend` | respond instead of the backend |
 */
export const stages = ['answer', 'admit', 'identify', 'authorize', 'limit', 'choose', 'request', 'backend'] as const
/** A stage of a request. */
export type Stage = (typeof stages)[number]

/** A response of the gateway itself. */
export interface Answer {
  readonly status: number
  /** Names and values in turn; without `Content-Length`. */
  readonly headers: readonly string[]
  readonly body?: string | Uint8Array | undefined
}

/** What a plugin decides: nothing, so that the next plugin runs; a refusal; or a response. */
export type Verdict<Id extends string = CauseId> = undefined | Refused<Id> | { readonly answer: Answer }

/** Sees the bytes of a body as they pass. */
export interface BodyTransform {
  /** Returns the bytes to pass on, or `undefined` for none. Throws a `RefusedError` to refuse the request. */
  chunk(bytes: Uint8Array): Uint8Array | undefined
  /** Returns the last bytes. @default none */
  flush?(): Uint8Array | undefined
  /** Whether the body has the length that its head says, after the transform as before. @default false */
  readonly keepsLength?: boolean
}

/** A content coding (RFC 9110, section 8.4.1) that transports apply. */
export type Coding = 'br' | 'gzip' | 'deflate'

/** Asks the transport to encode the body of a response. The plugin sets `Content-Encoding`. */
export interface BodyCoding {
  readonly coding: Coding
  /** The level, from fast to small. */
  readonly level: number
  /** Whether the bytes of each chunk leave at once, as streams of events need it. */
  readonly isEager: boolean
}

/**
 * What a plugin does for one route. Each member is optional: what is absent is not called, and costs a request nothing.
 */
export interface Hooks<Id extends string = CauseId> {
  /** Called before the backend, in the stage of the plugin. */
  readonly request?: (exchange: Exchange) => Verdict<Id> | Promise<Verdict<Id>>
  /**
   * Called at the end of the stage `limit`, whatever the stage of the plugin: counts what a consumer uses whom `request`
   * has identified. Limits its time itself.
   */
  readonly limit?: (exchange: Exchange) => Verdict<Id> | Promise<Verdict<Id>>
  /**
   * Called by explanations instead of `request`: decides from memory and changes nothing but the exchange. A refusal is what
   * the request would get. @default `request` for pure plugins; else explanations do not call the plugin
   */
  readonly preview?: (exchange: Exchange) => Verdict<Id>
  /** Whether `request` limits its time itself, instead of by `pluginTimeout`. @default false */
  readonly waits?: boolean
  /**
   * Called with the head of the response before it is sent; may change it, return a response that
   * replaces it, or throw a `RefusedError` to refuse the request.
   */
  readonly response?: (exchange: Exchange, head: ResponseHead) => Answer | undefined | Promise<Answer | undefined>
  /** Whether `response` is also called for refusals. @default false */
  readonly onRefusal?: boolean
  /**
   * Where `response` and the hooks for its body run. `first`: before all others, so that they see what the backend sent.
   * `last`: after all others. @default between them, in the order of the route
   */
  readonly order?: 'first' | 'last'
  /** Begins to see the body of a request. */
  readonly requestBody?: (exchange: Exchange) => BodyTransform | undefined
  /** Begins to see the body of a response. */
  readonly responseBody?: (exchange: Exchange, head: ResponseHead) => BodyTransform | undefined
  /** Asks for the body to be encoded, after all transforms. Only codings of `exchange.codings` can be asked for. */
  readonly responseCoding?: (exchange: Exchange, head: ResponseHead) => BodyCoding | undefined
  /**
   * `whole`: the request body is read, up to the limit of the gateway, before `request` is called. A function says so for
   * each request.
   */
  readonly body?: 'whole' | ((exchange: Exchange) => boolean)
  /** The most bytes of a body that is read as a whole; larger ones are refused. @default the limit of the gateway */
  readonly mostBody?: number
  /** Called when the request goes to the backend, after all plugins let it pass. What it throws is reported. */
  readonly forwarded?: (exchange: Exchange) => void
  /**
   * Called when the backend gave no response that can be passed on, with the id of the cause; may return a response in place
   * of the error page.
   */
  readonly failed?: (exchange: Exchange, cause: string) => Answer | undefined
  /** Called after the last byte, or when the exchange failed. What it throws is reported. */
  readonly done?: (exchange: Exchange, outcome: Outcome) => void
}

/** A call of a backend beside a request: a copy of the request, or to refresh what is remembered. */
export interface SideRequest {
  /** The request that leads to the call. The path for the backend and its query are made from it. */
  readonly exchange: Exchange
  readonly backend: CompiledBackend
  readonly method: string
  /** Names and values in turn, such as those of `exchange.out`. */
  readonly headers: readonly string[]
  readonly body?: Uint8Array | undefined
  /** The most bytes of the response body that are read. */
  readonly most: number
}

/** The response to a call beside a request. */
export interface SideResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** `undefined`: the body is larger than the call wanted. */
  readonly body: Uint8Array | undefined
}

/** Calls a backend once, within the time limits of its client settings. Rejects if there is no response. */
export type SideCall = (request: SideRequest) => Promise<SideResponse>

/** A request to a URL. All members are optional. */
export interface UrlRequest {
  /** @default 'GET' */
  readonly method?: string
  /** Names and values in turn. @default none */
  readonly headers?: readonly string[]
  readonly body?: Uint8Array
}

/**
 * Prepares calls of an http(s) URL that is no backend, such as that of an identity provider. The rules for targets apply to
 * it. Redirects are not followed. `timeoutMs` limits the whole call, `most` the bytes of the response body. A call rejects
 * if there is no response.
 */
export type PrepareCall = (
  url: string,
  limits: { readonly timeoutMs: number; readonly most: number },
) => (request?: UrlRequest) => Promise<SideResponse>

/** Where a plugin is used. */
export interface SlotContext {
  readonly slot: CompiledSlot
  readonly route: CompiledRoute
  readonly report: Report
  readonly call: SideCall
  readonly prepareCall: PrepareCall
  readonly clock: Clock
  /** The consumers of the APIs, in memory. */
  readonly consumers: Consumers
  /** Counts requests against limits. */
  readonly limits: Pick<Limits, 'limiterOf' | 'now'>
  readonly random: Random
  /** The OpenAPI document of the API, if the plugin reads it and the API has one. */
  readonly document: OpenApiDocument | undefined
  /** Features, experiments, workflows and scripts, as far as the gateway has them. */
  readonly engines: GatewayEngines
  /** The variants of clients; absent if the gateway has no experiments. */
  readonly experiments: Experiments | undefined
  /** What the slots of one gateway share under a key; made when it is asked for first. */
  shared<T>(key: symbol, make: () => T): T
}

/** A plugin that the data plane runs. `C` is the type of its configuration; `Id` has the causes that it refuses with. */
export interface GatewayPlugin<C = JsonObject, Id extends string = CauseId> extends PluginDefinition {
  readonly stage: Stage | ((config: C) => Stage)
  /**
   * Whether `request` only reads and changes the exchange, so that explanations can call it. @default false
   */
  readonly isPure?: boolean
  /**
   * Called once for each slot, when its route changes. If it throws, the route refuses with
   * `errors.route.misconfigured`.
   */
  compile(config: C, slot: SlotContext): Hooks<Id>
}

/** Runs a plugin of the catalog. */
export type PluginCode = Pick<GatewayPlugin, 'stage' | 'isPure' | 'compile'>

/** Thrown by a body transform or a hook `response` to refuse a request. */
export class RefusedError extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super(refused.message ?? refused.refuse)
    this.refused = refused
  }
}
