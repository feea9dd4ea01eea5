import { monthOf, type QuotaUse } from '@signalbox/core/gateway'
import { boundedKeys } from './bounded-keys.ts'
import type { Period } from './calendar.ts'

/** What one consumer has used of a quota in one period. */
export interface PeriodCounter {
  readonly key: string
  readonly period: Period
  /** Requests, including the requests from `load`. */
  readonly used: number
  /** What `load` said. */
  readonly loaded: number
  /** Counts requests; a negative number takes some back. */
  add(requests: number): void
}

/** What a process knew of quotas when it ended. */
export interface KnownQuotas {
  /** The known use of all processes. */
  readonly totals: readonly QuotaUse[]
  /** What it has used and not delivered; part of the totals. */
  readonly undelivered: readonly QuotaUse[]
}

/** What consumers have used of their quotas of days and months, for those who persist it. */
export interface CalendarUse {
  /**
   * Returns what was used since the last call, each key and period once. A number is negative if requests were taken back
   * that an earlier call has returned.
   */
  drain(): QuotaUse[]
  /** What `drain` returned, or `restore` took, has been added to what the source says. */
  delivered(uses: readonly QuotaUse[]): void
  /** Takes what earlier processes knew. Call it before `load`. */
  restore(known: KnownQuotas): void
  /**
   * What has been used of a period at least: by all processes, if delivered. What is not delivered is added
   * to it. A number that is lower than a known one has no effect.
   */
  load(key: string, period: string, used: number): void
  /** What has been used of a period, to this process's knowledge. */
  totalOf(key: string, period: string): number
}

/** Counts what consumers use in periods. */
export interface CalendarCounters extends CalendarUse {
  /** The counter of a key in a period. Counters of the two last periods are kept, in case a clock is set back. */
  counterOf(key: string, period: Period): PeriodCounter
  /** What a key has used in a period. Creates no counter. */
  usedOf(key: string, period: Period): number
  /** How many keys are remembered. */
  readonly size: number
}

interface Counter extends PeriodCounter {
  used: number
  loaded: number
  /** What `drain` has not returned yet. */
  unsent: number
  isListed: boolean
}

/** The counters of a key, newest first. */
interface Kept {
  current: Counter
  before: Counter | undefined
}

/** Creates counters, all zero. `onDrop` is called when a key is forgotten because there are too many. */
export function createCalendarCounters(onDrop?: () => void): CalendarCounters {
  const isOver = ({ current }: Kept, now: number): boolean => now > current.period.end + DAY_MS
  const days = boundedKeys<Kept>(isOver, undefined, onDrop)
  const months = boundedKeys<Kept>(isOver, undefined, onDrop)
  const keysOf = (period: string) => (monthOf(period) === period ? months : days)
  /** What was loaded for periods in which nothing was counted yet, by key and period. */
  const loaded = new Map<string, number>()
  /** What was returned by `drain` and is not delivered yet, by key and period. */
  const undelivered = new Map<string, number>()
  let listed: Counter[] = []

  function create(key: string, period: Period): Counter {
    const place = `${period.id} ${key}`
    const used = loaded.get(place) ?? 0
    loaded.delete(place)
    const counter: Counter = {
      ...{ key, period, used, loaded: used, unsent: 0, isListed: false },
      add(requests) {
        counter.used += requests
        counter.unsent += requests
        if (counter.isListed) return
        counter.isListed = true
        listed.push(counter)
      },
    }
    return counter
  }

  function findCounter(key: string, period: string): Counter | undefined {
    const kept = keysOf(period).get(key)
    return [kept?.current, kept?.before].find((one) => one?.period.id === period)
  }

  function addUndelivered({ key, period }: QuotaUse, used: number): void {
    const place = `${period} ${key}`
    const sum = (undelivered.get(place) ?? 0) + used
    if (sum === 0) undelivered.delete(place)
    else undelivered.set(place, sum)
  }

  function raise(key: string, period: string, known: number): void {
    const counter = findCounter(key, period)
    const place = `${period} ${key}`
    if (!counter) return void loaded.set(place, Math.max(known, loaded.get(place) ?? 0))
    counter.used = Math.max(counter.used, known + counter.unsent)
    counter.loaded = Math.max(counter.loaded, known)
  }

  return {
    counterOf(key, period) {
      const keys = keysOf(period.id)
      const kept = keys.get(key)
      if (!kept) {
        const current = create(key, period)
        keys.set(key, { current, before: undefined }, period.start)
        return current
      }
      const { current, before } = kept
      if (current.period.start === period.start) return current
      if (period.start > current.period.start) {
        kept.before = current
        kept.current = create(key, period)
        return kept.current
      }
      // The clock was set back. A period before the two last ones counts as the older of them.
      if (before && before.period.start >= period.start) return before
      kept.before = create(key, period)
      return kept.before
    },
    usedOf(key, period) {
      const kept = keysOf(period.id).get(key)
      const counter = [kept?.current, kept?.before].find((one) => one?.period.start === period.start)
      return counter ? counter.used : (loaded.get(`${period.id} ${key}`) ?? 0)
    },
    drain() {
      const all = listed.filter(({ unsent }) => unsent !== 0)
      const uses = all.map(({ key, period, unsent }) => ({ key, period: period.id, used: unsent }))
      for (const use of uses) addUndelivered(use, use.used)
      for (const counter of listed) {
        counter.unsent = 0
        counter.isListed = false
      }
      listed = []
      return uses
    },
    delivered(uses) {
      for (const one of uses) addUndelivered(one, -one.used)
    },
    restore(known) {
      for (const { key, period, used } of known.totals) raise(key, period, used)
      for (const one of known.undelivered) addUndelivered(one, one.used)
    },
    load: (key, period, used) => raise(key, period, used + (undelivered.get(`${period} ${key}`) ?? 0)),
    totalOf: (key, period) => findCounter(key, period)?.used ?? loaded.get(`${period} ${key}`) ?? 0,
    get size() {
      return days.size + months.size
    },
  }
}

const DAY_MS = 24 * 60 * 60_000
