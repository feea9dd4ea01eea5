import { type TimeZone, toInstant } from '../machine/time/time.ts'
import type { Quota } from '../plans/access-modes.ts'
import type { Clock, Reads } from '../ports.ts'
import { dayOf, monthOf } from './usage-hours.ts'
import { QUOTAS, quotaKey } from './usage-keys.ts'
import type { QuotaState } from './usage-schema.ts'

/** Reads what was used of a quota in the current day and month. Only data planes know about the current window. */
export async function quotaStates(
  { store, clock, zone }: { readonly store: Reads; readonly clock: Clock; readonly zone: TimeZone },
  key: string,
  { window, perWindow, perDay, perMonth }: Quota,
): Promise<QuotaState[]> {
  const day = dayOf(clock(), zone)
  const month = monthOf(day)
  const [year = 0, monthOfYear = 0, dayOfMonth = 0] = day.split('-').map(Number)
  const used = async (period: string) => ((await store.get(QUOTAS, quotaKey(period, key)))?.value as number) ?? 0
  const states: QuotaState[] = []
  if (perWindow !== undefined && window !== undefined)
    states.push({ name: 'window', limit: perWindow, seconds: window })
  if (perDay !== undefined) {
    const reset = toInstant(Date.UTC(year, monthOfYear - 1, dayOfMonth + 1), zone)
    states.push({ name: 'day', limit: perDay, used: await used(day), reset })
  }
  if (perMonth !== undefined) {
    const reset = toInstant(Date.UTC(year, monthOfYear, 1), zone)
    states.push({ name: 'month', limit: perMonth, used: await used(month), reset })
  }
  return states
}
