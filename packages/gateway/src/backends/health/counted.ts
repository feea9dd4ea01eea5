import type { CauseId } from '@signalbox/core/gateway'
import type { Failure } from '../../backend/failures.ts'

/** What a failure is counted for. */
interface Counts {
  /** Whether it may open the circuit breaker. */
  readonly breaker: boolean
  /** Whether it may eject the target. */
  readonly ejection: boolean
}

const both: Counts = { breaker: true, ejection: true }

/**
 * The failures that say something about a target. All others are neutral: a client that left, a queue of the gateway that
 * is full, a plugin that failed.
 */
const byCause: Readonly<Partial<Record<CauseId, Counts>>> = {
  'errors.backend.unreachable': both,
  'errors.backend.dns': both,
  'errors.backend.tls': both,
  'errors.backend.timeout': both,
  'errors.backend.reset': both,
  'errors.backend.bad.response': both,
}

/** A target that sends these statuses responds, so its circuit stays closed. */
const byStatus: Readonly<Record<number, Counts>> = {
  502: { breaker: false, ejection: true },
  503: { breaker: false, ejection: true },
  504: { breaker: false, ejection: true },
}

const nothing: Counts = { breaker: false, ejection: false }

/** What a failed attempt counts for. */
export const countsOfFailure = ({ cause }: Failure): Counts => byCause[cause] ?? nothing

/** What a response counts for. */
export const countsOfStatus = (status: number): Counts => (status < 502 ? nothing : (byStatus[status] ?? nothing))
