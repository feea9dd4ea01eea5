import type { QuotaUse } from '@signalbox/core/gateway'
import type { Spool } from '../state/state.ts'
import type { CalendarUse } from './calendar-use.ts'

/** Persists what consumers have used of days and months, so that a restart without the control plane forgets nothing. */
export interface KeptQuotas {
  /** Resolves with what earlier processes knew. */
  load(): Promise<QuotaUse[]>
  /** Keeps what is known about these quotas now. It outlives the process when the spool is synced. */
  keep(uses: readonly QuotaUse[]): void
}

/** Creates what keeps quotas in a spool: one entry for each consumer and period, which replaces the one before. */
export function keepQuotas(spool: Spool, { totalOf }: Pick<CalendarUse, 'totalOf'>): KeptQuotas {
  /** The number of the entry of each key and period. */
  const numbers = new Map<string, { readonly period: string; readonly number: number }>()
  /** The newest day and the newest month. */
  let newest: readonly string[] = []
  let isLoaded = false

  function put({ key, period }: QuotaUse, number: number): void {
    const place = `${period} ${key}`
    const before = numbers.get(place)
    numbers.set(place, { period, number })
    if (before) spool.remove(before.number)
  }

  /** Forgets periods that are over. */
  function tidy(uses: readonly QuotaUse[]): void {
    const before = newest
    for (const { period } of uses)
      if (!newest.some((one) => one.length === period.length && one >= period))
        newest = [...newest.filter((one) => one.length !== period.length), period]
    if (newest === before) return
    const isOver = (period: string) => newest.some((one) => one.length === period.length && one > period)
    for (const [place, { period, number }] of numbers)
      if (isOver(period)) {
        numbers.delete(place)
        spool.remove(number)
      }
  }

  return {
    async load() {
      const entries = await spool.load()
      isLoaded = true
      return entries.flatMap(({ number, text }) => {
        const total = parse(text)
        if (total) put(total, number)
        else spool.remove(number)
        return total ? [total] : []
      })
    },
    keep(uses) {
      if (!isLoaded) return
      for (const { key, period } of uses) {
        const total: QuotaUse = { key, period, used: totalOf(key, period) }
        put(total, spool.add(JSON.stringify(total)))
      }
      tidy(uses)
    },
  }
}

function parse(text: string): QuotaUse | undefined {
  try {
    const { key, period, used } = JSON.parse(text) as Partial<QuotaUse>
    return key !== undefined && period !== undefined && used !== undefined ? { key, period, used } : undefined
  } catch {
    return undefined
  }
}
