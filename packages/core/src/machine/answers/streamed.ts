/** A promised stream: `await` it, or iterate over it at once. */
export type Streamed<T> = Promise<AsyncIterable<T>> & AsyncIterable<T>

/**
 * Makes a promised stream iterable: `for await (const event of box.events.stream())`. If the call fails, the loop
 * throws.
 */
const streamed = <T>(promise: Promise<AsyncIterable<T>>): Streamed<T> =>
  Object.assign(promise, { [Symbol.asyncIterator]: () => later(promise) })

/** Wraps the call of an operation that returns a stream. */
export const streaming =
  <Arguments extends unknown[]>(call: (...args: Arguments) => Promise<unknown>) =>
  (...args: Arguments): Streamed<unknown> =>
    streamed(call(...args) as Promise<AsyncIterable<unknown>>)

function later<T>(promise: Promise<AsyncIterable<T>>): AsyncIterator<T> {
  let iterator: Promise<AsyncIterator<T>> | undefined
  const begun = () => {
    iterator ??= promise.then((values) => values[Symbol.asyncIterator]())
    return iterator
  }
  return {
    next: async () => (await begun()).next(),
    return: async () => (await (await begun()).return?.()) ?? { done: true, value: undefined },
  }
}
