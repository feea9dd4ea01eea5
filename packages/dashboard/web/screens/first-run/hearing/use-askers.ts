import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { whileVisible } from '../../../calls/while-visible.ts'

/** An API key that asked for a flag. */
export type Asker = Awaited<ReturnType<typeof api.features.askers>>['askers'][number]

/** Who asked for a flag. */
export interface Askers {
  /** The API key that asked last. */
  readonly heard: ReadonlySignal<Asker | undefined>
  /** For how many seconds it has been asked. */
  readonly seconds: ReadonlySignal<number>
  /** Why that could not be asked the last time. */
  readonly failure: ReadonlySignal<unknown>
}

/** How often it is asked who asked for the flag, in milliseconds. */
const ASK_MS = 1000

/** Asks again and again who asked for a flag; without one, nothing. */
export function useAskers(feature: string | undefined): Askers {
  const heard = useSignal<Asker | undefined>(undefined)
  const seconds = useSignal(0)
  const failure = useSignal<unknown>(undefined)
  useEffect(() => {
    heard.value = undefined
    seconds.value = 0
    if (feature === undefined) return
    const began = performance.now()
    return whileVisible(ASK_MS, async () => {
      seconds.value = Math.floor((performance.now() - began) / 1000)
      try {
        const [last] = (await api.features.askers({ id: feature })).askers
        // The server forgets who asked after an hour.
        if (last && (last.at !== heard.peek()?.at || last.active !== heard.peek()?.active)) heard.value = last
        failure.value = undefined
      } catch (error) {
        failure.value = error
      }
    })
  }, [feature])
  return { heard, seconds, failure }
}
