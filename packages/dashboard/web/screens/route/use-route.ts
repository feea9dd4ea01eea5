import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { allRoutes } from '../routes/all-routes.ts'
import type { CompiledRoute } from '../routes/compiled.ts'
import type { RouteRow } from '../routes/route-row.ts'

/** A route that is shown: as it was compiled, and its row. */
interface ShownRoute {
  readonly route?: CompiledRoute | undefined
  readonly row?: RouteRow | undefined
  readonly error?: unknown
  /** Whether there is no such route, or no longer. */
  readonly isMissing: boolean
  retry(): void
}

/** Reads a route by its key, and again whenever its row was read again. */
export function useRoute(key: string): ShownRoute {
  const { rows, state } = allRoutes()
  const row = rows.value.find((one) => one.key === key)
  const route = useSignal<CompiledRoute | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const attempt = useSignal(0)
  useEffect(() => {
    if (!row) return
    let isWanted = true
    const read = async () => {
      try {
        const { routes } = await api.routes({ pattern: row.api, filter: { id: row.id } })
        if (!isWanted) return
        // Routes with one id are told apart by their places.
        const same = rows.peek().filter(({ id, api }) => id === row.id && api === row.api)
        const places = same.map(({ place }) => place).sort((one, other) => one - other)
        route.value = routes[places.indexOf(row.place)]
        error.value = undefined
      } catch (cause) {
        if (isWanted) error.value = cause
      }
    }
    void read()
    return () => {
      isWanted = false
    }
  }, [row, attempt.value])
  return {
    row,
    route: row && route.value,
    error: error.value,
    isMissing: !row && state.value === 'complete',
    retry: () => attempt.value++,
  }
}
