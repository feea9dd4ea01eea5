import { misfit } from '../machine/errors/errors.ts'
import { isoInstantOf } from '../machine/time/iso-date.ts'
import type { TimeZone } from '../machine/time/time.ts'
import type { Reads } from '../ports.ts'
import { firstParts } from './first-parts.ts'
import { addUsage, noUsage, type UsageCounts } from './usage-counts.ts'
import { dayOf, withOffset } from './usage-hours.ts'
import { hourKey, readUsageKey, routePart, USAGE, type UsagePlace } from './usage-keys.ts'
import type { UsageRow } from './usage-schema.ts'

/** Which usage to read. */
export interface UsageSelection {
  readonly api?: string | undefined
  readonly plan?: string | undefined
  readonly subscription?: string | undefined
  readonly route?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly by?: 'hour' | 'day' | undefined
}

/** What reading needs. */
export interface UsageReading {
  readonly store: Reads
  readonly zone: TimeZone
  /** Whether the usage of an API is read. */
  readonly sees: (api: string) => boolean
}

/**
 * Reads usage in the order of APIs and time: one row for each period, plan, subscription, route and class of status.
 * Keeps one day in memory at most. Throws INVALID if `to` is before `from`.
 */
export function usageRows(selection: UsageSelection, reading: UsageReading): AsyncGenerator<UsageRow> {
  const range = rangeOf(selection, reading.zone)
  return rowsIn({ ...selection, ...range }, reading)
}

type Range = { readonly since: number; readonly until: number }

async function* rowsIn(
  selection: UsageSelection & Range,
  { store, zone, sees }: UsageReading,
): AsyncGenerator<UsageRow> {
  const { api, by = 'hour' } = selection
  for await (const one of api === undefined ? firstParts(store, USAGE) : [api]) {
    if (!sees(one)) continue
    const hours = hoursOf(store, one, selection)
    if (by === 'day') yield* daysOf(hours, zone)
    else for await (const hour of hours) yield toRow(withOffset(hour.place.hour, zone), hour)
  }
}

interface Counted {
  readonly place: UsagePlace
  readonly counts: UsageCounts
}

async function* hoursOf(store: Reads, api: string, selection: UsageSelection & Range): AsyncGenerator<Counted> {
  const { plan = '*', subscription = '*', route, since, until } = selection
  const part = route === undefined ? '*' : routePart(api, route)
  const after = hourKey(api, since)
  const end = hourKey(api, until)
  for await (const { key, value } of store.scan(USAGE, {
    where: [`${api}/*/${plan}/${subscription}/${part}/*`],
    after,
  })) {
    if (key >= end) return
    yield { place: readUsageKey(key), counts: value as UsageCounts }
  }
}

/** Adds up the hours of each day. */
async function* daysOf(hours: AsyncIterable<Counted>, zone: TimeZone): AsyncGenerator<UsageRow> {
  let day = ''
  let sums = new Map<string, Counted>()
  function* rows() {
    if (sums.size === 0) return
    const time = withOffset(isoInstantOf(day, zone), zone)
    for (const [, sum] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) yield toRow(time, sum)
    sums = new Map()
  }
  for await (const hour of hours) {
    const next = dayOf(hour.place.hour, zone)
    if (next !== day) {
      yield* rows()
      day = next
    }
    const { plan = '', subscription = '', route, statusClass } = hour.place
    const key = `${plan}/${subscription}/${route}/${statusClass}`
    sums.set(key, { place: hour.place, counts: addUsage(sums.get(key)?.counts ?? noUsage, hour.counts) })
  }
  yield* rows()
}

function toRow(time: string, { place, counts }: Counted): UsageRow {
  const { api, plan, subscription, route, statusClass } = place
  return {
    time,
    api,
    ...(plan !== undefined && { plan }),
    ...(subscription !== undefined && { subscription }),
    route,
    statusClass,
    ...counts,
  }
}

/** The first and last times that keys can name. */
const beginning = 0
const end = Date.UTC(9999, 0)

function rangeOf({ from, to }: UsageSelection, zone: TimeZone): Range {
  const since = from === undefined ? beginning : isoInstantOf(from, zone)
  const until = to === undefined ? end : isoInstantOf(to, zone)
  if (until < since) throw misfit('to', to, 'date', 'The range is invalid: to must not be before from')
  return { since: Math.max(since, beginning), until: Math.min(until, end) }
}
