import type { Wait } from './ports.ts'

const waiting =
  (keepsProcess: boolean): Wait =>
  (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      if (!keepsProcess) unref(timer)
      if (signal?.aborted) done()
      else signal?.addEventListener('abort', done)
    })

/** Where a timer is more than a number, it can let the process end. */
function unref(timer: unknown): void {
  ;(timer as { unref?: () => void }).unref?.()
}

/** Waits, and keeps the process meanwhile. */
export const realWait = /* @__PURE__ */ waiting(true)

/** Waits, and lets the process end meanwhile. */
export const idleWait = /* @__PURE__ */ waiting(false)
