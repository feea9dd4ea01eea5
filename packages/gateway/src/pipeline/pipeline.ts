import type { CauseId } from '@signalbox/core/gateway'
import type { Failure, FailureDetail } from '../backend/failures.ts'
import type { Send } from '../backend/send.ts'
import type { TargetPolicy } from '../backend/target-policy.ts'
import type { Backends } from '../backends/backends.ts'
import type { CodedAnswer, Decided, Ended } from '../exchange/decided.ts'
import type { HeaderList } from '../headers/header-list.ts'
import type { Answer, BodyCoding, BodyTransform } from '../plugin-api/hooks.ts'
import type { Incoming } from '../request/incoming.ts'

/** The head of a response for the client, and whether the gateway replaced the whole response. */
export interface Responded {
  readonly status: number
  readonly headers: HeaderList
  /** Set if a plugin replaced the response: the response of the backend is discarded. */
  readonly answer?: Answer | undefined
  /** Set if the response is dropped and the backend called again: the milliseconds until then. */
  readonly retryAfter?: number | undefined
  /** The transforms of the response body; absent if bytes pass unseen. */
  readonly transforms?: readonly BodyTransform[] | undefined
  /** How the body is encoded after the transforms; absent: not at all. */
  readonly coding?: BodyCoding | undefined
}

/** Decides about requests; the same for every transport. Transports carry: `decide`, then answer or forward. */
export interface Pipeline {
  /** Decides about a request. Never throws, never rejects. Returns a promise only if a plugin does. */
  decide(incoming: Incoming): Decided | Promise<Decided>
  /**
   * The head for the client of what a backend responded, which the transport has checked (`checkResponse`). `rawHeaders`
   * are names and values in turn. Never throws: what must not be passed on becomes an answer.
   */
  respond(exchange: Decided, status: number, rawHeaders: readonly string[]): Responded | Promise<Responded>
  /**
   * Ends an attempt that failed. `wasSent`: whether bytes of the request may have left. Returns the milliseconds until the
   * next attempt; `undefined`: there is none, and the transport fails the exchange.
   */
  attemptFailed(exchange: Decided, failure: Failure, wasSent: boolean): number | undefined
  /** The attempt has got the connection for which it waited. */
  attemptConnected(exchange: Decided): void
  /**
   * The attempt waits for a connection, and its target has made none for long. Returns whether it is over: then the next one
   * begins at once. `hasWaited`: this attempt has waited long, too; else others have.
   */
  attemptStalled(exchange: Decided, hasWaited: boolean): boolean
  /** An attempt waited so many milliseconds for its turn: time in which its target was not called. */
  attemptWaited(exchange: Decided, ms: number): void
  /** Begins the next attempt. Returns the response of the gateway if there is no target for it. */
  nextAttempt(exchange: Decided): CodedAnswer | undefined
  /** The connection to the backend broke after the head of its response. */
  broke(exchange: Decided, failure: Failure): void
  /** Replaces how calls beside requests are made. The last transport wins. Returns a function that undoes it. */
  useSend(send: Send): () => void
  /** The backends and what is known about their targets. */
  readonly backends: Backends
  /** Where transports may connect to. */
  readonly targetPolicy: TargetPolicy
  /** The response to a failure before any byte of a response was sent. Never throws. */
  fail(exchange: Decided, cause: CauseId, detail?: FailureDetail): CodedAnswer
  /** Ends an exchange, once: hooks, log, metrics. Never throws. */
  finish(exchange: Decided, ended: Ended): void
  /** Reports an error that nobody awaits. */
  report(error: unknown): void
}
