import type { Clock, Wait } from '@signalbox/core'

/** A clock that stands still until it is moved, with a matching `wait`. */
export interface FixedClock {
  /** The `clock` port: pass it to the code under test. */
  readonly clock: Clock
  /**
   * The `wait` port: resolves once the clock has moved that far. Pass it as `wait` to test retries and keep-alives
   * without delay.
   */
  readonly wait: Wait
  /** Returns how many waits are pending. */
  waiting(): number
  /** Moves the clock by `ms` milliseconds; backwards if negative. */
  advance(ms: number): void
  /** Sets the clock to an instant: a date, or epoch milliseconds. */
  set(date: Date | number): void
}

/**
 * Creates a `Clock` that stands still at `start`: a date, or epoch milliseconds. Throws a `RangeError` for an invalid
 * date.
 *
 * @example
 * ```ts
 * const { clock, advance } = fixedClock(new Date('2026-01-01T00:00:00Z'))
 * advance(1000)
 * clock() // 1767225601000
 * ```
 */
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
  /** The time at which they wake up, in epoch milliseconds. */
  readonly at: number
  readonly wake: () => void
}

function toInstant(date: Date | number): number {
  const instant = new Date(date).getTime()
  if (Number.isNaN(instant)) throw new RangeError(`The clock cannot be set to ${date}: it is not a valid date`)
  return instant
}
