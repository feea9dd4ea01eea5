import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { whileVisible } from '../../../calls/while-visible.ts'

/** The data planes, as the service lists them. */
export type PlaneList = Awaited<ReturnType<typeof api.gateway.list>>
/** A data plane, and how far it is behind. */
export type Plane = PlaneList['results'][number]

/** The data planes, asked for again and again. */
export interface Planes {
  /** The last answer; `undefined` before the first one. */
  readonly list: PlaneList | undefined
  /** Why they could not be read the last time. */
  readonly error: unknown
  retry(): void
}

const AGAIN_MS = 5000

/** Follows the data planes while the page is visible: they report every five seconds, and no event tells of them. */
export function usePlanes(): Planes {
  const planes = useSignal<Pick<Planes, 'list' | 'error'>>({ list: undefined, error: undefined })
  const load = useMemo(
    () => async () => {
      try {
        planes.value = { list: await api.gateway.list({}), error: undefined }
      } catch (error) {
        planes.value = { ...planes.peek(), error }
      }
    },
    [],
  )
  useEffect(() => whileVisible(AGAIN_MS, load), [])
  return { ...planes.value, retry: () => void load() }
}

/** The data planes of the process of the service. Only these tell about single requests. */
export const planesHere = (list: PlaneList): readonly Plane[] =>
  list.results.filter(({ gatewayKey }) => gatewayKey === undefined)
