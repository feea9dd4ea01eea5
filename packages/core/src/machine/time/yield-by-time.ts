import type { Clock } from '../../ports.ts'
import { SignalboxError } from '../errors/errors.ts'
import { answerTurn, type Turn } from './event-loop-turns.ts'

/** How long work uses the thread before other work gets a turn, in milliseconds. */
const SPELL_MS = 10

/** What work that yields by time depends on. */
interface Resting {
  readonly clock: Clock
  /** Each signal ends the work. @default none */
  readonly signals?: readonly (AbortSignal | undefined)[]
  readonly turn?: Turn
}

/**
 * Makes work yield by time: call it after each step. It takes a turn if 10 milliseconds have passed since the last one,
 * and otherwise resolves at once. Throws UNAVAILABLE when a signal has aborted.
 */
export function createRests({ clock, signals = [], turn = answerTurn }: Resting): Turn {
  let begun = clock()
  return async () => {
    if (Math.abs(clock() - begun) >= SPELL_MS) {
      await turn()
      begun = clock() // the clock may be set back
    }
    if (signals.some((signal) => signal?.aborted))
      throw new SignalboxError('UNAVAILABLE', 'The service is closing, or the caller has disconnected: call again')
  }
}

/** Pure work in small steps, between which it may be interrupted. Returns its result. */
export type Steps<T> = Generator<undefined, T>

/** Does work in steps, and calls `rest` after each. */
export async function stepwise<T>(steps: Steps<T>, rest: Turn): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await rest()
  }
}
