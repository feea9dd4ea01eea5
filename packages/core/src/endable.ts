/**
 * Makes a generator one that can be ended while it waits: its signal aborts when it is returned, and with the caller's. A
 * generator alone, returned while it waits, goes on waiting.
 */
export function endable<T>(
  signal: AbortSignal | undefined,
  generate: (stop: AbortSignal) => AsyncGenerator<T, undefined>,
): AsyncIterableIterator<T> {
  const returned = new AbortController()
  const values = generate(AbortSignal.any([returned.signal, ...(signal ? [signal] : [])]))
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => values.next(),
    return() {
      returned.abort()
      return values.return(undefined)
    },
  }
}
