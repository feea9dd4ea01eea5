import type { TimeZone } from '@signalbox/core/evaluate'
import { isTimeZone, timeZone } from '@signalbox/core/evaluate'
import { box } from '../../../box.ts'

/** The time zone of parameters: their own, else that of the box. UTC while neither is known. */
export function zoneOf({ timezone }: { readonly timezone?: string }): TimeZone {
  const name = timezone ?? box.value?.timeZone ?? 'UTC'
  return timeZone(isTimeZone(name) ? name : 'UTC')
}
