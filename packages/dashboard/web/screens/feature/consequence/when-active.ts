import type { Feature } from '@signalbox/core/contract'
import { isTimeZone, parseLocal, timeZone, toInstant } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../../../box.ts'
import { dateTimeIn, fromNow } from '../../../dates.ts'
import { hoursInWords } from '../strategies/hours.ts'

/** When an enabled feature is active, in a sentence. `undefined` if time does not decide. */
export function whenActive(feature: Feature, settings: BoxSettings, now: number): string | undefined {
  if (!feature.enabled) return undefined
  const { timezone = settings.timeZone } = (feature.parameters ?? {}) as { readonly timezone?: string }
  const zone = timeZone(isTimeZone(timezone) ? timezone : 'UTC')
  const at = (instant: number) => `${dateTimeIn(instant, zone.name)}, ${fromNow(instant, now)}`
  if (feature.activationStrategy === 'RELEASE_DATE') {
    const local = parseLocal(feature.parameters.releaseDate)
    if (local === undefined) return undefined
    const from = toInstant(local, zone)
    return from < now ? `Active since ${at(from)}.` : `Active from ${at(from)}.`
  }
  if (feature.activationStrategy === 'DATE_RANGE') {
    const [first, last] = [parseLocal(feature.parameters.from), parseLocal(feature.parameters.to)]
    if (first === undefined || last === undefined) return undefined
    const [from, to] = [toInstant(first, zone), toInstant(last, zone, 'last')]
    if (to < from) return 'Never active: the last date lies before the first.'
    if (now < from) return `Active from ${at(from)}, until ${dateTimeIn(to, zone.name)}.`
    return now < to ? `Active until ${at(to)}.` : `Nobody gets it: it ended ${fromNow(to, now)}.`
  }
  if (feature.activationStrategy !== 'HOUR_RANGE') return undefined
  return hoursInWords(feature.parameters.startDate, feature.parameters.endDate)
}
