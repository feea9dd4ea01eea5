import type { Wait } from './ports.ts'
import { nextTurn, realWait } from './wait.ts'

/** Resolves when work that has had the thread for long may have it again. */
export type Turn = () => Promise<void>

/**
 * Turns of work that takes long, one behind the other: between any two, everybody else has the thread while `wait` waits. However many
 * calls work long, others wait for the spell of one of them at most.
 */
export function createTurns(wait: Wait = realWait): Turn {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => wait(0))
    return last
  }
}

/** The turns of large answers: all of them together, since they share the thread. */
export const answerTurn: Turn = /* @__PURE__ */ createTurns(nextTurn)

/** Values in slices of at most so many; between two slices others have the thread. */
export async function* inSlices<T>(values: AsyncIterable<T>, size: number, turn = answerTurn): AsyncGenerator<T[]> {
  let slice: T[] = []
  for await (const value of values) {
    slice.push(value)
    if (slice.length < size) continue
    yield slice
    slice = []
    await turn()
  }
  if (slice.length > 0) yield slice
}
