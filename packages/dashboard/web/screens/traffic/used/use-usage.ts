import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../calls/api.ts'
import { serviceNow } from '../../../calls/clock.ts'
import { createPeriods, filled, type Period } from './periods.ts'
import { type UsedFilter, usedQueryOf } from './used-filter.ts'

/** What was used, once it is read. */
interface Usage {
  readonly periods?: readonly Period[]
  readonly by: 'hour' | 'day'
  /** When it was read, in epoch milliseconds. */
  readonly at?: number
  /** Whether there are more rows than the page reads. */
  readonly isCut?: boolean
  readonly error?: unknown
}

/** The most rows that are read. */
export const MOST_ROWS = 200_000

/** Reads what was used with a filter: when the filter changes, and on request. */
export function useUsage(filter: UsedFilter): Usage & { readonly isBusy: boolean; read(): void } {
  const usage = useSignal<Usage>({ by: 'hour' })
  const busy = useSignal(false)
  const turn = useSignal(0)
  const name = JSON.stringify(filter)
  useEffect(() => {
    const stop = new AbortController()
    busy.value = true
    readUsage(filter, stop.signal)
      .then(
        (found) => found,
        (error): Usage => ({ by: 'hour', error }),
      )
      .then((found) => {
        if (stop.signal.aborted) return
        usage.value = found
        busy.value = false
      })
    return () => stop.abort()
  }, [name, turn.value])
  return { ...usage.value, isBusy: busy.value, read: () => (turn.value += 1) }
}

async function readUsage(filter: UsedFilter, signal: AbortSignal): Promise<Usage> {
  const at = serviceNow()
  const query = usedQueryOf(filter, at)
  const all = createPeriods()
  let rows = 0
  for await (const row of await api.gateway.exportUsage(query, { signal })) {
    if (rows === MOST_ROWS) break
    all.add(row)
    rows += 1
  }
  const { by } = query
  const periods = filled(all.periods(), { by, from: Date.parse(query.from), to: at })
  return { periods, by, at, isCut: rows === MOST_ROWS }
}
