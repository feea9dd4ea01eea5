import type { Clock } from '@signalbox/core'

/** A clock that stands still until it is told to move. */
export interface FixedClock {
  /** The port: pass it on. */
  readonly clock: Clock
  /** Moves on by so many milliseconds; back when negative. */
  advance(ms: number): void
  /** Goes to an instant: a date, or epoch milliseconds. */
  set(date: Date | number): void
}

/** A `Clock` at a standstill, from a date or from epoch milliseconds. Throws a `RangeError` for an instant that no date has. */
export function fixedClock(start: Date | number): FixedClock {
  let now = toInstant(start)
  return {
    clock: () => now,
    advance(ms) {
      now = toInstant(now + ms)
    },
    set(date) {
      now = toInstant(date)
    },
  }
}

function toInstant(date: Date | number): number {
  const instant = new Date(date).getTime()
  if (Number.isNaN(instant)) throw new RangeError(`The clock cannot be set to ${date}: that is no instant`)
  return instant
}
