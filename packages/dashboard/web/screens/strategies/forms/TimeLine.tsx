import { now } from '../../../calls/clock.ts'
import { dateTimeBriefly, fromNow } from '../../../words/dates.ts'
import './time-line.css'

interface TimeLineProps {
  /** The first active instant, in epoch milliseconds. */
  readonly from: number
  /** The end of the active time; absent: never. */
  readonly to?: number
  /** The zone of the labels. */
  readonly zone: string
}

/** When something is active, with now. The sentences beside it say the same, so it is hidden from screen readers. */
export function TimeLine({ from, to, zone }: TimeLineProps) {
  const places = placesOf({ from, now: now.value, ...(to !== undefined && { to }) })
  return (
    <div class="time-line" aria-hidden="true">
      <div class="time-track">
        <i
          class="time-active"
          style={{
            insetInlineStart: `${places.from}%`,
            insetInlineEnd: places.to === undefined ? '0' : `${100 - places.to}%`,
          }}
        />
        <i class="time-stop" style={{ insetInlineStart: `${places.from}%` }} />
        {places.to !== undefined && <i class="time-stop" style={{ insetInlineStart: `${places.to}%` }} />}
        <i class="time-now" style={{ insetInlineStart: `${places.now}%` }} />
      </div>
      <span class="time-now-label" style={{ '--at': `${places.now}%` }}>
        now
      </span>
      <span class="time-label" style={{ '--at': `${places.from}%` }}>
        {dateTimeBriefly(from, zone)} <small>{fromNow(from, now.value)}</small>
      </span>
      {to !== undefined && (
        <span class="time-label" style={{ '--at': `${places.to}%` }}>
          {dateTimeBriefly(to, zone)} <small>{fromNow(to, now.value)}</small>
        </span>
      )}
    </div>
  )
}

/** Where the points of a time line are, in percent of its width. */
interface TimeLinePlaces {
  readonly now: number
  readonly from: number
  /** Absent if the active time has no end. */
  readonly to?: number
}

/** The share of the line that is left free at each side. */
const MARGIN = 12

/** Places the beginning, the end and now on a line. Equal instants share a place. */
function placesOf({ from, to, now }: { from: number; to?: number; now: number }): TimeLinePlaces {
  const points = to === undefined ? [from, now] : [from, to, now]
  const [low, high] = [Math.min(...points), Math.max(...points)]
  const place = (instant: number) =>
    high === low ? 50 : MARGIN + ((instant - low) / (high - low)) * (100 - 2 * MARGIN)
  return { now: place(now), from: place(from), ...(to !== undefined && { to: place(to) }) }
}
