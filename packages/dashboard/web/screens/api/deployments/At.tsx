import { now } from '../../../clock.ts'
import { dateTimeIn, fromNow } from '../../../dates.ts'
import { zone } from '../../../preferences.ts'

/** An instant: how long ago, and as a date when it is pointed at. */
export const At = ({ instant }: { readonly instant: number }) => (
  <time dateTime={new Date(instant).toISOString()} title={dateTimeIn(instant, zone.value)}>
    {fromNow(Math.min(instant, now.value), now.value)}
  </time>
)
