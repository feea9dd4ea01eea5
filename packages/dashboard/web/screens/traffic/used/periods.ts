import type { api } from '../../../calls/api.ts'

/** What was used in a period, by consumer, route and class of status. */
export type UsageRow = Awaited<ReturnType<typeof api.gateway.usage>>['results'][number]

/** What was used. */
export interface Used {
  readonly requests: number
  /** Requests by the first digit of their status. */
  readonly classes: ReadonlyMap<number, number>
  /** Refused by a limit or a quota. */
  readonly limited: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Milliseconds until backends responded, in total. */
  readonly backendMs: number
}

/** What was used in an hour or a day. */
export interface Period extends Used {
  /** Its begin, in epoch milliseconds. */
  readonly at: number
}

/** Nothing. */
export const nothing: Used = {
  ...{ requests: 0, classes: new Map(), limited: 0, bytesIn: 0, bytesOut: 0, backendMs: 0 },
}

/** Adds up rows by period as they come. */
export function createPeriods(): { add(row: UsageRow): void; periods(): readonly Period[] } {
  const found = new Map<number, Used>()
  return {
    add(row) {
      const at = Date.parse(row.time)
      found.set(at, withRow(found.get(at) ?? nothing, row))
    },
    periods: () => [...found].map(([at, used]) => ({ at, ...used })).sort((one, other) => one.at - other.at),
  }
}

function withRow(used: Used, { requests, statusClass, limited, bytesIn, bytesOut, backendMs }: UsageRow): Used {
  return {
    requests: used.requests + requests,
    classes: new Map(used.classes).set(statusClass, (used.classes.get(statusClass) ?? 0) + requests),
    limited: used.limited + limited,
    bytesIn: used.bytesIn + bytesIn,
    bytesOut: used.bytesOut + bytesOut,
    backendMs: used.backendMs + backendMs,
  }
}

/** All periods together. */
export function totalOf(periods: readonly Used[]): Used {
  const classes = new Map<number, number>()
  for (const one of periods)
    for (const [digit, count] of one.classes) classes.set(digit, (classes.get(digit) ?? 0) + count)
  const sum = (of: 'requests' | 'limited' | 'bytesIn' | 'bytesOut' | 'backendMs') =>
    periods.reduce((total, one) => total + one[of], 0)
  return {
    ...{ requests: sum('requests'), classes, limited: sum('limited') },
    ...{ bytesIn: sum('bytesIn'), bytesOut: sum('bytesOut'), backendMs: sum('backendMs') },
  }
}

interface Filling {
  readonly by: 'hour' | 'day'
  /** Epoch milliseconds. */
  readonly from: number
  readonly to: number
}

const LENGTHS = { hour: 3_600_000, day: 86_400_000 }
/** The day of a change of the clock is this much longer or shorter. */
const SHIFT = 2 * 3_600_000

/** Periods with those between them in which nothing was used. Days are as long as the clock makes them. */
export function filled(periods: readonly Period[], { by, from, to }: Filling): readonly Period[] {
  const [first] = periods
  if (!first) return []
  const length = LENGTHS[by]
  const slack = by === 'day' ? SHIFT : 0
  const all: Period[] = []
  for (let at = first.at - length; at > from - length; at -= length) all.unshift({ at, ...nothing })
  let rest = periods
  for (let at = first.at; at < to || rest.length > 0; at += length) {
    const next = rest[0]
    const isNext = next !== undefined && next.at <= at + slack
    if (isNext) {
      rest = rest.slice(1)
      at = next.at
    }
    all.push(isNext ? next : { at, ...nothing })
  }
  return all
}
