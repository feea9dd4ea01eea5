import type { Results } from '@signalbox/core/contract'
import { counted } from '../../../../words/words.ts'

const HOUR = 60 * 60_000
const WEEK_HOURS = 7 * 24

/**
 * For how long clients have seen variants, in words, as long as that is less than a week; `undefined` from then on, and if it is
 * not known. Clients differ between a Tuesday and a Sunday.
 */
export function shortSpan({ series }: Pick<Results, 'series'>): string | undefined {
  const [first, last] = [series[0], series.at(-1)]
  if (!first || !last) return undefined
  const hours = (instantOf(last.hour) - instantOf(first.hour)) / HOUR + 1
  if (hours >= WEEK_HOURS) return undefined
  return hours < 48 ? counted(Math.round(hours), 'hour') : counted(Math.floor(hours / 24), 'day')
}

const instantOf = (hour: string): number => Date.parse(`${hour}:00:00Z`)
