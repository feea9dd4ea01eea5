import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** How long the document must stay as it is before the service is asked, in milliseconds. */
const STILL_MS = 300

/** What the service answers to a dry run. */
export interface Planned<T> {
  /** `undefined` until the service answers. */
  readonly plan: Signal<T | undefined>
  readonly error: Signal<unknown>
  /** Asks again. */
  again(): void
}

/** Asks the service what it would do, each time that what it depends on changes. Earlier questions are aborted. */
export function usePlan<T>(ask: ((signal: AbortSignal) => Promise<T>) | undefined, depends: unknown[]): Planned<T> {
  const plan = useSignal<T | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const round = useSignal(0)
  useEffect(() => {
    plan.value = undefined
    error.value = undefined
    if (!ask) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      ask(stop.signal).then(
        (answer) => {
          if (!stop.signal.aborted) plan.value = answer
        },
        (cause) => {
          if (!stop.signal.aborted) error.value = cause
        },
      )
    }, STILL_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [...depends, round.value])
  return {
    plan,
    error,
    again() {
      round.value += 1
    },
  }
}
