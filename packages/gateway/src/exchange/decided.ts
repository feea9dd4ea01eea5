import type { CauseId } from '@signalbox/core/gateway'
import type { Target } from '../backend/target.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import type { Answer, BodyCoding, BodyTransform } from '../plugin-api/hooks.ts'

/** A response of the gateway itself, and how its body is encoded. */
export interface CodedAnswer extends Answer {
  /** Absent: it is sent as it is. */
  readonly coding?: BodyCoding | undefined
}

/** An exchange after the decision: either `answer` is set, or the request is forwarded to `target`. */
export interface Decided extends Omit<Exchange, 'route'> {
  readonly route: Exchange['route'] | undefined
  /** The response of the gateway itself. */
  readonly answer: CodedAnswer | undefined
  /** The target of the current attempt; absent if a plugin has answered. */
  readonly target: Target | undefined
  /** Whether the request body can be sent again. The transport says so. */
  isReplayable: boolean
  /** When the head of a response is due at the latest, over all attempts, on the clock of `performance.now`. */
  readonly dueAt: number
  /** The path and query for the backend. */
  readonly forwardTarget: string
  /** Whether the connection has to be closed after the response, because its framing cannot be trusted. */
  readonly mustClose: boolean
  /** The length of the body, if the headers tell. */
  readonly contentLength: number | undefined
  /** Whether the client accepts trailers of the response (`TE: trailers`). */
  readonly takesTrailers: boolean
  /** Whether the client waits for `100 Continue`. */
  readonly expectsContinue: boolean
  /** The transforms of the request body; `undefined` if bytes pass unseen. */
  requestTransforms(): readonly BodyTransform[] | undefined
}

/** What a transport tells about the end of an exchange. */
export interface Ended {
  /** The status that was sent; 499 if the client left before. */
  readonly status: number
  readonly cause?: CauseId | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  /** When the backend was called and when its head came, in milliseconds of the clock. */
  readonly calledAt?: number | undefined
  readonly headAt?: number | undefined
}
