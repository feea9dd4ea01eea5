import type { Results } from '@signalbox/core/contract'

/** Numbers of events over time, by variant. */
export interface EventSeries {
  readonly unit: 'hour' | 'day'
  /** The local beginning of each hour or day, as seconds since 1970 as if in UTC. Hours without events are filled in. */
  readonly times: readonly number[]
  /** For each variant, its number of events at each time. */
  readonly counts: readonly (readonly number[])[]
}

/** With more hours, days are shown: two weeks. */
const MOST_HOURS = 14 * 24
const SECONDS = { hour: 3600, day: 24 * 3600 }

/** Arranges the events of one kind by hour, or by day if there are many hours; `undefined` without events. */
export function eventSeries(
  series: Results['series'],
  variants: readonly string[],
  kind: 'displayed' | 'won',
): EventSeries | undefined {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last) return undefined
  const unit = (secondsOf(last.hour) - secondsOf(first.hour)) / SECONDS.hour < MOST_HOURS ? 'hour' : 'day'
  const slotOf = (hour: string) => Math.floor(secondsOf(hour) / SECONDS[unit])
  const from = slotOf(first.hour)
  const length = slotOf(last.hour) - from + 1
  const counts = variants.map(() => new Array<number>(length).fill(0))
  for (const { hour, variants: found } of series)
    for (const [at, id] of variants.entries()) {
      const slot = slotOf(hour) - from
      if (Object.hasOwn(found, id)) counts[at]![slot]! += found[id]![kind]
    }
  return { unit, times: Array.from({ length }, (_, at) => (from + at) * SECONDS[unit]), counts }
}

/** The seconds of a local hour such as `2026-02-03T04`. */
const secondsOf = (hour: string): number => Date.parse(`${hour}:00:00Z`) / 1000

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const hourFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** A time of a series in words: `3 Mar`, `3 Mar 14:00`. */
export function timeWords(seconds: number, unit: EventSeries['unit']): string {
  const day = dayFormat.format(seconds * 1000)
  return unit === 'day' ? day : `${day} ${hourFormat.format(seconds * 1000)}`
}

/** A time on an axis, where space is short: the hour, or the day at midnight. */
export const tickWords = (seconds: number): string =>
  seconds % SECONDS.day === 0 ? dayFormat.format(seconds * 1000) : hourFormat.format(seconds * 1000)
