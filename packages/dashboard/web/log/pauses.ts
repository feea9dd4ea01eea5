/** Waits for some milliseconds, or until aborted. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    if (signal.aborted) end()
  })
}

const FIRST_MS = 200
const LONGEST_MS = 3000

/**
 * Waits between two attempts to connect: longer after each failure, up to three seconds. Half of it is random, so that
 * pages do not all come back at once. Ends when the browser says that the network is back.
 */
export async function pauseBetween(failures: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2)
  const back = new AbortController()
  const onOnline = () => back.abort()
  globalThis.addEventListener?.('online', onOnline)
  await waitFor(ms, AbortSignal.any([signal, back.signal]))
  globalThis.removeEventListener?.('online', onOnline)
}
