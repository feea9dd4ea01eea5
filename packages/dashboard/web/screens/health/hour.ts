import { clockTime, count } from '../../words/words.ts'
import type { ApiOutcomes } from './failing.ts'

/** The requests of each minute of the last hour. */
export interface Hour {
  /** The end of the last minute, in epoch milliseconds. */
  readonly to: number
  readonly requests: readonly number[]
  readonly failed: readonly number[]
}

const MINUTE = 60_000

/** The sum over APIs and data planes, whose clocks may differ by a minute. `undefined` if none counts minutes. */
export function hourOf(results: readonly Pick<ApiOutcomes, 'hour'>[]): Hour | undefined {
  const hours = results.flatMap(({ hour }) => hour ?? [])
  if (hours.length === 0) return undefined
  const to = Math.max(...hours.map((hour) => hour.to))
  const length = Math.max(...hours.map(({ requests }) => requests.length))
  const sum = (of: 'requests' | 'failed') =>
    Array.from({ length }, (_, at) => {
      const end = to - (length - 1 - at) * MINUTE
      return hours.reduce((all, hour) => all + (hour[of].at(-1 - (hour.to - end) / MINUTE) ?? 0) * inside(hour, end), 0)
    })
  return { to, requests: sum('requests'), failed: sum('failed') }
}

/** Whether an hour has a minute that ends then: 1 or 0. */
const inside = (hour: Hour, end: number): 0 | 1 =>
  end <= hour.to && end > hour.to - hour.requests.length * MINUTE ? 1 : 0

/** `1,204 requests in the last hour, at most 60 a minute. 31 failed, the last at 14:18.` */
export function hourSentence({ requests, failed, to }: Hour, zone: string): string {
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0)
  const all = sum(requests)
  if (all === 0) return 'No requests in the last hour.'
  const most = Math.max(...requests)
  const busiest = most === all ? '' : `, at most ${count(most)} a minute`
  const last = failed.findLastIndex((one) => one > 0)
  const lastFailed = last < 0 ? '' : `, the last at ${clockTime(to - (failed.length - last) * MINUTE, zone)}`
  return `${count(all)} ${all === 1 ? 'request' : 'requests'} in the last hour${busiest}. ${
    last < 0 ? 'None failed.' : `${count(sum(failed))} failed${lastFailed}.`
  }`
}
