import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Failure } from '../backend/failures.ts'
import { createResponseTime } from './response-time.ts'
import type { Target } from './target.ts'

/**
 * A target as this gateway has come to know it. Backends with the same target and the same settings share it, and it is
 * kept when a route is compiled again. Times are milliseconds of `performance.now`.
 */
export interface TargetState {
  readonly target: Target
  /** Its id, else `host:port`. Unique among the targets of a backend. */
  readonly name: string
  /** Attempts in progress. */
  readonly inFlight: number
  /** Milliseconds that a response is expected to take; `undefined` before the first one. */
  responseTime(now: number): number | undefined
  /** Whether it takes requests. `inPanic`: even if it is unhealthy or ejected. */
  isUsable(now: number, inPanic?: boolean): boolean
  /** An attempt begins. Each is followed by one `ended`. */
  began(now: number): void
  /** The head of a response has come, `ms` after the attempt began. */
  responded(status: number, ms: number, now: number): void
  /** The attempt failed before the head of a response, or in the middle of it. */
  failed(failure: Failure, now: number): void
  /** The last byte has come, the attempt failed, or the client left. */
  ended(now: number): void
}

/** Creates the state of a target of a backend. */
export function createTargetState(_: CompiledBackend, target: Target, name: string): TargetState {
  let inFlight = 0
  const time = createResponseTime()
  return {
    target,
    name,
    get inFlight() {
      return inFlight
    },
    responseTime: time.at,
    isUsable: () => target.weight !== 0,
    began() {
      inFlight++
    },
    responded(_status, ms, now) {
      time.observed(ms, now)
    },
    failed() {},
    ended() {
      inFlight--
    },
  }
}
