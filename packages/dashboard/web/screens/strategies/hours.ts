import { formatMinutes, parseMinutes } from '@signalbox/core/evaluate'

/** The minutes of a day. */
export const DAY_MINUTES = 24 * 60

/** The active parts of a day, in minutes since midnight: one, two if they pass midnight, none for equal bounds. */
export function activeParts(start: string, end: string): readonly (readonly [number, number])[] {
  const [from, to] = [parseMinutes(start), parseMinutes(end)]
  if (from === undefined || to === undefined || from === to) return []
  if (from < to) return [[from, to]]
  const parts: [number, number][] = [
    [0, to],
    [from, DAY_MINUTES],
  ]
  return parts.filter(([first, last]) => first < last)
}

/** The hours of a day in a sentence. */
export function hoursInWords(start: string, end: string): string {
  const [from, to] = [parseMinutes(start), parseMinutes(end)]
  if (from === undefined || to === undefined) return 'Choose two times.'
  if (from === to) return 'Never active: both times are equal.'
  const minutes = activeParts(start, end).reduce((sum, [first, last]) => sum + last - first, 0)
  const length = minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  const [first, last] = [formatMinutes(from), formatMinutes(to)]
  if (to === 0) return `Active every day from ${first} until midnight (${length}).`
  return from < to
    ? `Active every day from ${first} until ${last} (${length}).`
    : `Active every day from ${first}, past midnight, until ${last} of the next day (${length}).`
}

/** The minute of the day at a local time in milliseconds. */
export const minuteOfDay = (local: number): number => {
  const minute = Math.floor(local / 60_000) % DAY_MINUTES
  return minute < 0 ? minute + DAY_MINUTES : minute
}
