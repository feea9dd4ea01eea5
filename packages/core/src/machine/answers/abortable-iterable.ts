/**
 * Runs a generator that can be stopped while it waits. Its signal aborts when the caller's does, and when the iterator
 * is returned. A plain generator that is returned while it waits keeps waiting.
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
