import type { CauseId } from '@signalbox/core/gateway'
import type { Exchange, Outcome, ResponseHead } from './exchange.ts'
import type { Refused } from './refused.ts'

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
