import { effect, untracked } from '@preact/signals'
import { isShown } from './is-shown.ts'

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
    if (isStopped || isBusy || !isShown.peek()) return
    isBusy = true
    await call()
    isBusy = false
    if (!isStopped) timer = setTimeout(run, ms)
  }
  const stopLooking = effect(() => {
    if (isShown.value) untracked(() => void run())
  })
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopLooking()
  }
}
