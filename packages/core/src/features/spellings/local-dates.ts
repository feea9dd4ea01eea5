import { isObject, type JsonObject } from '../../machine/json/json.ts'
import {
  type DateStyle,
  formatLocal,
  isLocal,
  isTimeZone,
  type TimeZone,
  timeZone,
  toInstant,
} from '../../machine/time/time.ts'
import { instantOf, localOf, readDate } from '../../machine/time/written-date.ts'

/** Which parameters are dates, and which of two instants each means when clocks are set back. */
export interface DateParameters {
  readonly style: DateStyle
  readonly dates: Readonly<Record<string, 'first' | 'last'>>
}

/**
 * Converts dates in parameters to the contract's format. A date with an offset becomes a local date of the `timezone`
 * parameter, else of `zone`; without both it stays. If a local date occurs twice and would be read back as the other
 * instant, all dates become dates of UTC. Returns the same object if nothing changes.
 */
export function withLocalDates(parameters: unknown, { style, dates }: DateParameters, zone?: TimeZone): unknown {
  if (!isObject(parameters) || isInFormat(parameters, { style, dates })) return parameters
  const { timezone } = parameters
  const own = typeof timezone === 'string' && isTimeZone(timezone) ? timeZone(timezone) : zone
  const written = Object.entries(dates).flatMap(([name, which]) => {
    const text = parameters[name]
    const date = typeof text === 'string' ? readDate(text) : undefined
    return date && (own || 'local' in date) ? [{ name, text: text as string, which }] : []
  })
  const isLost = ({ text, which }: (typeof written)[number]) =>
    own !== undefined && toInstant(localOf(text, own) as number, own, which) !== instantOf(text, own, which)
  const inUtc = written.some(isLost)
  const spelled: JsonObject = inUtc ? { timezone: 'UTC' } : {}
  for (const { name, text, which } of written) {
    const local = inUtc ? instantOf(text, own as TimeZone, which) : localOf(text, own ?? timeZone('UTC'))
    spelled[name] = formatLocal(local as number, style)
  }
  const isSame = Object.entries(spelled).every(([name, value]) => parameters[name] === value)
  return isSame ? parameters : { ...parameters, ...spelled }
}

/** Whether all dates are in the contract's format, as most are. */
function isInFormat(parameters: JsonObject, { style, dates }: DateParameters): boolean {
  for (const name in dates) {
    const text = parameters[name]
    if (typeof text !== 'string' || !isLocal(text, style)) return false
  }
  return true
}
