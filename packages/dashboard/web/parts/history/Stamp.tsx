import { box } from '../../calls/box.ts'
import { now } from '../../calls/clock.ts'
import { instantOf } from '../../calls/stamped.ts'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeBriefly, dateTimeIn, fromNow } from '../../words/dates.ts'

interface StampProps {
  /** The timestamp of an event: a local time of the service. */
  readonly timestamp: string
  /** Whether it is shown as an age: `4 minutes ago`. @default the date and time */
  readonly age?: boolean
}

/** When an event was committed, in the reader's time zone. */
export function Stamp({ timestamp, age = false }: StampProps) {
  const instant = box.value && instantOf(timestamp)
  if (instant === undefined) return null
  return (
    <time dateTime={new Date(instant).toISOString()} title={dateTimeIn(instant, zone.value)}>
      {age ? fromNow(Math.min(instant, now.value), now.value) : dateTimeBriefly(instant, zone.value)}
    </time>
  )
}
