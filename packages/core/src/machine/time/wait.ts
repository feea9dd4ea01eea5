import type { Wait } from '../../ports.ts'
import { isolatesRequests } from './closing.ts'

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

/** Waits with a timer that keeps the process alive. */
export const realWait = /* @__PURE__ */ waiting((done, ms) => setTimeout(done, ms))

/** Waits with a timer that lets the process exit, where the platform supports it. */
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

/** Looks up `setImmediate` when called, so that bundlers can drop this file if nothing uses it. */
const soon = (act: () => void): unknown => (globalThis.setImmediate ?? setTimeout)(act)

/** Gives other work one turn on the thread. */
export const nextTurn: Wait = () => new Promise((resolve) => soon(resolve))

/**
 * Waits for the end of this turn of the event loop. Where the platform has no `setImmediate`, or ties it to a request,
 * waits for a microtask only.
 */
export const endOfTurn = (): Promise<void> =>
  'setImmediate' in globalThis && !isolatesRequests() ? nextTurn(0) : Promise.resolve()
