import type { api } from '../../calls/api.ts'
import { count } from '../../words/words.ts'
import { secondsWords } from '../api/plans/quota-words.ts'

/** What a subscription has used, and its quotas. */
export type Usage = Awaited<ReturnType<typeof api.subscriptions.usage>>
type Quota = Usage['quotas'][number]

/** What was used of a quota, in words, and as a share of it. */
export interface QuotaLine {
  /** `Today`, `This month`, `Per minute`. */
  readonly period: string
  /** `1,200 of 5,000 used, 3,800 left`. */
  readonly words: string
  /** From 0 to 1. Absent: only the gateway knows. */
  readonly share?: number
  readonly aspect: 'clear' | 'caution' | 'danger'
}

/** The share from which a quota is nearly used. */
const NEARLY = 0.8

/** A quota in words. */
export function quotaLine({ name, limit, used, seconds = 1 }: Quota): QuotaLine {
  if (name === 'window' || used === undefined)
    return { period: `Per ${secondsWords(seconds)}`, words: `at most ${count(limit)}`, aspect: 'clear' }
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  const left = Math.max(0, limit - used)
  return {
    period: name === 'day' ? 'Today' : 'This month',
    words: `${count(used)} of ${count(limit)} used, ${left === 0 ? 'none' : count(left)} left`,
    share,
    aspect: share >= 1 ? 'danger' : share >= NEARLY ? 'caution' : 'clear',
  }
}

/** The months before and with a date, as values of `from` and `to`: days in the zone of the service. */
export function monthsOf(
  day: string,
): readonly { readonly label: string; readonly from: string; readonly to: string }[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = (offset: number) => new Date(Date.UTC(year, month - 1 + offset, 1)).toISOString().slice(0, 10)
  return [
    { label: 'This month', from: first(0), to: first(1) },
    { label: 'Last month', from: first(-1), to: first(0) },
  ]
}

const sizes = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A number of bytes: `1.2 MB`. */
export function bytesWords(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** step
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 && step > 0 ? 1 : 0 })} ${sizes[step]}`
}
