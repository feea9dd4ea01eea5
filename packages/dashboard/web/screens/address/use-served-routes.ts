import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import type { CalledRoute } from '../../examples/example-call.ts'
import { onEvent, onGap } from '../../records/stream.ts'

/** The routes of an API that gateways get, kept fresh; `undefined` before the service has answered. */
export function useServedRoutes(id: string): readonly CalledRoute[] | undefined {
  const found = useSignal<readonly CalledRoute[] | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    const load = () =>
      api.apis.routes({ id }).then(
        ({ routes }) => {
          if (isCurrent) found.value = routes
        },
        () => {}, // without an answer, the last one stays
      )
    void load()
    const stops = [onGap(load), onEvent(({ domain, key }) => domain === 'Api' && key === id && void load())]
    return () => {
      isCurrent = false
      found.value = undefined
      for (const stop of stops) stop()
    }
  }, [id])
  return found.value
}
