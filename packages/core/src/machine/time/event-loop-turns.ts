import type { Wait } from '../../ports.ts'
import { nextTurn, realWait } from './wait.ts'

/** Resolves when long-running work may use the thread again. */
export type Turn = () => Promise<void>

/**
 * Makes long-running work take turns. Between two turns the thread is free while `wait` waits. However many such calls
 * run, other work waits for one turn at most.
 */
export function createTurns(wait: Wait = realWait): Turn {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => wait(0))
    return last
  }
}

/** The turns of large responses. All share this queue, because they share the thread. */
export const answerTurn: Turn = /* @__PURE__ */ createTurns(nextTurn)

/** Splits values into slices of at most `size`. The thread is free between two slices. */
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
