import type { Clock } from '../../ports.ts'
import { problem, SignalboxError } from '../errors/errors.ts'

/** How much a name may do. */
export interface Rate {
  /** How often within the window. */
  readonly most: number
  /** In milliseconds. */
  readonly window: number
  /** What is limited, in the plural, for the message: `sign-ups`. */
  readonly what: string
}

const MOST_REMEMBERED = 10_000

/**
 * Limits how often names do something. `take` counts at once, so that many attempts at the same time get no more, and throws
 * TOO_MANY_REQUESTS with `retryAfter`. It returns what gives the count back, for attempts that come to nothing. The counts are
 * kept in this process.
 */
export function createRate(clock: Clock, { most, window, what }: Rate): (name: string) => () => void {
  /** When a name did something, the oldest first. */
  const times = new Map<string, number[]>()

  const recent = (name: string): number[] => (times.get(name) ?? []).filter((at) => at > clock() - window)

  return (name) => {
    const now = clock()
    const before = recent(name)
    const oldest = before.at(-most)
    if (oldest !== undefined) throw tooMany(what, Math.max(1, Math.ceil((oldest + window - now) / 1000)))
    times.delete(name)
    if (times.size >= MOST_REMEMBERED) times.delete(times.keys().next().value as string)
    times.set(name, [...before, now])
    return () => {
      const left = recent(name)
      const at = left.lastIndexOf(now)
      if (at < 0) return
      left.splice(at, 1)
      if (left.length > 0) times.set(name, left)
      else times.delete(name)
    }
  }
}

const tooMany = (what: string, retryAfter: number) =>
  new SignalboxError('TOO_MANY_REQUESTS', `Too many ${what}: try again in ${retryAfter} s`, {
    errors: [problem('error.throttled', retryAfter)],
    retryAfter,
  })
