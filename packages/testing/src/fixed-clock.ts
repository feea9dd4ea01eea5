import type { Clock, Wait } from '@signalbox/core'

/** A clock that stands still until it is told to move, and what waits by it. */
export interface FixedClock {
  /** The port: pass it on. */
  readonly clock: Clock
  /** The port for waiting: resolves once the clock has moved that far. Pass it on as `wait` to test retries and keep-alives without delay. */
  readonly wait: Wait
  /** How many wait now. */
  waiting(): number
  /** Moves on by so many milliseconds; back when negative. */
  advance(ms: number): void
  /** Goes to an instant: a date, or epoch milliseconds. */
  set(date: Date | number): void
}

/** A `Clock` at a standstill, from a date or from epoch milliseconds. Throws a `RangeError` for an instant that no date has. */
export function fixedClock(start: Date | number): FixedClock {
  let now = toInstant(start)
  const sleepers = new Set<Sleeper>()

  function goTo(instant: number): void {
    now = instant
    const due = [...sleepers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
    for (const { wake } of due) wake()
  }

  return {
    clock: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { at: now + ms, wake }
        sleepers.add(sleeper)
        if (signal?.aborted || ms <= 0) wake()
        else signal?.addEventListener('abort', wake)
      }),
    waiting: () => sleepers.size,
    advance: (ms) => goTo(toInstant(now + ms)),
    set: (date) => goTo(toInstant(date)),
  }
}

interface Sleeper {
  /** When they wake, in epoch milliseconds. */
  readonly at: number
  readonly wake: () => void
}

function toInstant(date: Date | number): number {
  const instant = new Date(date).getTime()
  if (Number.isNaN(instant)) throw new RangeError(`The clock cannot be set to ${date}: that is no instant`)
  return instant
}
