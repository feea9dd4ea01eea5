import type { TargetStatus } from '@signalbox/core/gateway'
import { wordsOf } from '../../backend/failure-words.ts'
import type { Failure } from '../../backend/failures.ts'

/** What came of the calls of a server. Times are milliseconds of `performance.now`. */
export interface Calls {
  /** A call succeeded. */
  succeeded(now: number): void
  /** A call failed: with a status from 500, or before the head of a response. */
  failed(why: number | Failure, now: number): void
  /** A health check was good. */
  checked(now: number): void
  /** `toInstant` returns the epoch milliseconds of a time. */
  told(now: number, toInstant: (at: number) => number): NonNullable<TargetStatus['calls']>
}

const NEVER = Number.NEGATIVE_INFINITY
/** A failure that is older says nothing any more. */
const FORGOTTEN_MS = 3_600_000
/** While calls fail, good health checks prove nothing: what they ask for may work while the rest does not. */
const DOUBTED_MS = 60_000

/** Creates the memory of the last calls of a server: one success, one failure, no list. */
export function createCalls(): Calls {
  let succeededAt = NEVER
  let checkedAt = NEVER
  let failedAt = NEVER
  let failingSince = NEVER
  let why: number | Failure = 0
  return {
    succeeded(now) {
      succeededAt = now
      failingSince = NEVER
    },
    failed(reason, now) {
      failedAt = now
      why = reason
      if (failingSince === NEVER) failingSince = now
    },
    checked(now) {
      checkedAt = now
    },
    told(now, toInstant) {
      const good = checkedAt > failedAt + DOUBTED_MS ? Math.max(succeededAt, checkedAt) : succeededAt
      if (good > failedAt) return { state: 'answering', at: toInstant(good) }
      if (now - failedAt >= FORGOTTEN_MS) return { state: 'unchecked' }
      const words = typeof why === 'number' ? `status ${why}` : wordsOf(why)
      return { state: 'failing', at: toInstant(failedAt), since: toInstant(failingSince), why: words }
    },
  }
}
