/**
 * Calls something at once, and again some milliseconds after each call has ended, while the page is visible. A page that
 * becomes visible calls at once. `call` must not reject. Returns a function that stops it.
 */
export function whileVisible(ms: number, call: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isStopped = false
  const run = async () => {
    clearTimeout(timer)
    if (isStopped || isBusy || document.hidden) return
    isBusy = true
    await call()
    isBusy = false
    if (!isStopped) timer = setTimeout(run, ms)
  }
  document.addEventListener('visibilitychange', run)
  void run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', run)
  }
}
