/** Instants and times in words. Instants are epoch milliseconds. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(instant: number, zone: string): Record<string, string> {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'long',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  formats.set(zone, format)
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
}

/** A date and time in a zone: `1 Feb 2027 08:00`, with seconds where they are not 0. */
export function dateTime(instant: number, zone: string): string {
  const { day, month, year, hour, minute, second } = partsOf(instant, zone)
  return `${day} ${month} ${year} ${hour}:${minute}${second === '00' ? '' : `:${second}`}`
}

/** A date and time with the short name of its zone, for lists: `1 Feb 2027 08:00 UTC`, `1 Feb 2027 09:00 CET`. */
export const dateTimeBriefly = (instant: number, zone: string): string =>
  `${dateTime(instant, zone)} ${zoneNameAt(instant, zone)}`

const zoneNames = new Map<string, Intl.DateTimeFormat>()

/** What people call a zone at an instant: `UTC`, `CET`, `GMT+5:45`. */
function zoneNameAt(instant: number, zone: string): string {
  const format = zoneNames.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'short' })
  zoneNames.set(zone, format)
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** A date and time with its zone: `1 Feb 2027 08:00 UTC`, `1 Feb 2027 08:00 in Europe/Paris`. */
export const dateTimeIn = (instant: number, zone: string): string =>
  zone === 'UTC' ? `${dateTime(instant, zone)} UTC` : `${dateTime(instant, zone)} in ${zone}`

/** The day of the week in a zone: `Monday`. */
export const weekday = (instant: number, zone: string): string => partsOf(instant, zone).weekday ?? ''

const units = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const

/** A length of time in its largest unit, rounded down: `4 minutes`, `71 days`. Below a minute: `less than a minute`. */
export function span(milliseconds: number): string {
  const length = Math.abs(milliseconds)
  for (const [name, size] of units) {
    const amount = Math.floor(length / size)
    if (amount > 0) return `${amount.toLocaleString('en')} ${name}${amount === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}

/** How far an instant is from now: `4 minutes ago`, `in 71 days`, `just now`. */
export function fromNow(instant: number, now: number): string {
  if (Math.abs(instant - now) < MINUTE) return instant > now ? 'in less than a minute' : 'just now'
  return instant > now ? `in ${span(instant - now)}` : `${span(instant - now)} ago`
}

/** The time zone of the browser. Dates are shown in `zone` of the preferences, which follows it unless the user chose another. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
