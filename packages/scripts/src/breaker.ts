import type { ScriptErrorCode } from '@signalbox/core'
import { createBoundedCache } from './bounded-cache.ts'

/** Keeps scripts from running that break limits again and again. */
export interface Breaker {
  /** Whether it is not to be run now. */
  isSuspended(script: string): boolean
  /** Whether it may be run now. After a suspension one run is let through, to see whether the script is well. */
  admit(script: string): boolean
  /** What came of a run that was admitted: the code of its error, if any. */
  record(script: string, code: ScriptErrorCode | undefined): void
}

/** So many broken limits in a row suspend a script. */
export const mostFailures = 3

/** For so long, in milliseconds; again so after each trial that fails. */
export const suspensionMs = 10_000

/** Scripts that are remembered. Only those that break limits are. */
const mostScripts = 1_000

const limits: readonly (ScriptErrorCode | undefined)[] = ['CPU', 'MEMORY', 'TIME']
const unrun: readonly (ScriptErrorCode | undefined)[] = ['BUSY', 'UNAVAILABLE', 'SUSPENDED']

/** A breaker for every script, by its text. `clock` gives milliseconds that never go back. */
export function createBreaker(clock: () => number): Breaker {
  const offenders = createBoundedCache<{ readonly failures: number; readonly until: number; isTried: boolean }>(
    mostScripts,
  )
  const isSuspended = (script: string): boolean => {
    const offender = offenders.get(script)
    return !!offender && offender.failures >= mostFailures && (offender.isTried || clock() < offender.until)
  }
  return {
    isSuspended,
    admit(script) {
      if (isSuspended(script)) return false
      const offender = offenders.get(script)
      if (offender && offender.failures >= mostFailures) offender.isTried = true
      return true
    },
    record(script, code) {
      const offender = offenders.get(script)
      if (unrun.includes(code)) {
        if (offender) offender.isTried = false
      } else if (!limits.includes(code)) {
        offenders.delete(script)
      } else {
        const failures = (offender?.failures ?? 0) + 1
        offenders.set(script, { failures, until: clock() + suspensionMs, isTried: false }, 1)
      }
    },
  }
}
