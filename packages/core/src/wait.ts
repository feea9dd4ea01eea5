import type { Wait } from './ports.ts'

const waiting =
  (start: (done: () => void, ms: number) => ReturnType<typeof setTimeout>): Wait =>
  (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = start(done, ms)
      if (signal?.aborted) done()
      else signal?.addEventListener('abort', done)
    })

/** Waits, and keeps the process meanwhile. */
export const realWait = /* @__PURE__ */ waiting((done, ms) => setTimeout(done, ms))

/** Waits, and lets the process end meanwhile, where a timer is more than a number. */
export const idleWait = /* @__PURE__ */ waiting((done, ms) => {
  const timer = setTimeout(done, ms)
  ;(timer as { unref?: () => void }).unref?.()
  return timer
})

/** Resolves when a signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Asked when it is used: what a bundle does not use of this file leaves no trace in it. */
const soon = (act: () => void): unknown => (globalThis.setImmediate ?? setTimeout)(act)

/** When all that this turn of the event loop brings in is there: requests of many connections come one by one. Soon, where the platform cannot tell. */
export const atEndOfTurn = (act: () => void): unknown =>
  globalThis.setImmediate ? globalThis.setImmediate(act) : Promise.resolve().then(act)

/** Waits until others have had the thread, and no longer. */
export const nextTurn: Wait = () => new Promise((resolve) => soon(resolve))
