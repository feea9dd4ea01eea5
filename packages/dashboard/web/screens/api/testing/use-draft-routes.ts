import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { record } from '../../../records/records.ts'
import type { CompiledRoute } from '../../routes/compiled.ts'

interface DraftRoutes {
  /** `undefined` until they are read. */
  readonly routes: readonly CompiledRoute[] | undefined
  readonly error: unknown
}

/** The draft routes that an API serves, read again whenever the API or its draft is saved. */
export function useDraftRoutes(id: string): DraftRoutes {
  const routes = useSignal<readonly CompiledRoute[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const saved = record('apis', id).value
  const draft = record('drafts', id).value
  useEffect(() => {
    let isWanted = true
    void (async () => {
      try {
        const compiled = await api.apis.routes({ id })
        if (!isWanted) return
        routes.value = compiled.routes.filter((route) => route.draft)
        error.value = undefined
      } catch (cause) {
        if (isWanted) error.value = cause
      }
    })()
    return () => {
      isWanted = false
    }
  }, [id, saved, draft])
  return { routes: routes.value, error: error.value }
}
