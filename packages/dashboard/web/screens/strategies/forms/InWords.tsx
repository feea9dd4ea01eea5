import type { TimeZone } from '@signalbox/core/evaluate'
import { zone as viewerZone } from '../../../preferences/preferences.ts'
import { dateTime, dateTimeIn } from '../../../words/dates.ts'
import { clockChange, readLocal } from './local-dates.ts'

interface InWordsProps {
  /** What begins or ends: `Active from`, `until`. */
  readonly what: string
  /** The local time in milliseconds. */
  readonly local: number
  readonly zone: TimeZone
  /** Which instant counts if the local time occurs twice. */
  readonly which?: 'first' | 'last'
}

/** A date in the zone of the feature and in that of the viewer, and what the clocks do then. */
export function InWords({ what, local, zone, which = 'first' }: InWordsProps) {
  const { instant } = readLocal(local, zone, which)
  const viewer = viewerZone.value
  const change = clockChange(local, zone, which)
  const isElsewhere = dateTime(instant, viewer) !== dateTime(instant, zone.name)
  return (
    <p>
      {what} <b>{dateTimeIn(instant, zone.name)}</b>
      {isElsewhere && <span class="muted">, which is {dateTimeIn(instant, viewer)} for you</span>}.
      {change && <span class="clock-change"> {change}</span>}
    </p>
  )
}
