import { count, listed } from '../../../words/words.ts'

/** How much a consumer may use. What is absent is not limited. */
export interface Quota {
  readonly window?: number
  readonly perWindow?: number
  readonly perDay?: number
  readonly perMonth?: number
}

/** A quota in words: `1,000 requests a day and 20,000 a month`; `undefined` without limits. */
export function quotaWords({ window, perWindow, perDay, perMonth }: Quota = {}): string | undefined {
  const limits = [
    perWindow !== undefined && window !== undefined && `${count(perWindow)} per ${secondsWords(window)}`,
    perDay !== undefined && `${count(perDay)} a day`,
    perMonth !== undefined && `${count(perMonth)} a month`,
  ].filter((words) => words !== false)
  if (limits.length === 0) return undefined
  const [first = '', ...others] = limits
  return listed([first.replace(/ (per|a) /, ' requests $1 '), ...others])
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A length of time in the largest unit that fits: `minute`, `30 seconds`. One of a unit has no number. */
export function secondsWords(seconds: number): string {
  const [size, unit] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? ([1, 'second'] as const)
  const amount = seconds / size
  return amount === 1 ? unit : `${count(amount)} ${unit}s`
}

/** A length of time in hours: `2 days`, `12 hours`. */
export function hoursWords(hours: number): string {
  const isDays = hours >= 48 && hours % 24 === 0
  const amount = isDays ? hours / 24 : hours
  const unit = isDays ? 'day' : 'hour'
  return `${count(amount)} ${unit}${amount === 1 ? '' : 's'}`
}
