/** Receives how long a call took, in seconds, and whether it failed. */
export type Told = (seconds: number, isFailed: boolean) => void

/** Times a call until its promise settles. A call that throws is reported, too. */
export async function timePromise<T>(call: () => Promise<T>, tell: Told): Promise<T> {
  const begin = performance.now()
  let isFailed = true
  try {
    const result = await call()
    isFailed = false
    return result
  } finally {
    tell((performance.now() - begin) / 1000, isFailed)
  }
}

/**
 * Times an iteration until it ends: the time in which its next value was awaited, without the time that the reader took
 * between them. It is reported once, when the iteration ends, is left, or fails. An iteration that is never read is
 * never reported.
 */
export function timeIterable<T>(iterable: AsyncIterable<T>, tell: Told): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = iterable[Symbol.asyncIterator]()
      let ms = 0
      let isOver = false

      function end(isFailed: boolean): void {
        if (!isOver) tell(ms / 1000, isFailed)
        isOver = true
      }

      return {
        async next() {
          const begin = performance.now()
          try {
            const step = await iterator.next()
            ms += performance.now() - begin
            if (step.done) end(false)
            return step
          } catch (error) {
            ms += performance.now() - begin
            end(true)
            throw error
          }
        },
        async return(value) {
          end(false)
          return (await iterator.return?.(value)) ?? { done: true, value }
        },
      }
    },
  }
}
