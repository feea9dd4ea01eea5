import type { Wait } from '../ports.ts'
import { realWait } from '../wait.ts'

/** Resolves when a run that has had the thread for long may have it again. */
export type Turn = () => Promise<void>

/**
 * Turns of runs that are tired, one behind the other: between any two, everybody else has the thread while `wait` waits. However many runs
 * work long, others wait for the spell of one of them at most.
 */
export function createTurns(wait: Wait = realWait): Turn {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => wait(0))
    return last
  }
}
