/**
 * Waits for some work, or until the signal aborts: then calls `stop`, and rejects with the reason of the signal. The
 * work's outcome after that is ignored.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, stop: () => void): Promise<T> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      stop()
      reject(signal.reason)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
