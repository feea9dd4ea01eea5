import { boundedKeys } from './bounded-keys.ts'
import type { Limiter, Rate, Taken } from './limiter.ts'

/** The requests of one key, by slots of time. */
interface Counts {
  readonly slots: Uint32Array
  /** The slot of the last request. */
  last: number
  sum: number
}

/** A window has so many slots. */
const SLOTS = 60
/** A window that ends within a slot reaches into one more. */
const KEPT = SLOTS + 1
/** Keys that are remembered: each takes some 300 bytes. */
const MOST_KEYS = 100_000

/**
 * Limits a rate by windows that slide: no time span of one window admits more than `rate`, all of which may come at once.
 * Requests count until the slot of time in which they came is a window old, so up to a sixtieth of a window too long.
 */
export function createSlidingWindow({ rate, windowMs }: Rate): Limiter {
  const width = windowMs / SLOTS
  const slotOf = (now: number): number => Math.floor(now / width)
  const keys = boundedKeys<Counts>(({ last }, now) => slotOf(now) - last >= KEPT, MOST_KEYS)

  /** Forgets the slots that are a window old. */
  function advance(counts: Counts, slot: number): void {
    const gone = Math.min(slot - counts.last, KEPT)
    for (let i = 1; i <= gone; i++) {
      const place = (counts.last + i) % KEPT
      counts.sum -= counts.slots[place] as number
      counts.slots[place] = 0
    }
    counts.last = Math.max(counts.last, slot)
  }

  /** Milliseconds until the oldest of the last `count` slots with requests has left. */
  function leavesIn({ slots, last }: Counts, now: number): { first: number; all: number } {
    let first = 0
    let all = 0
    for (let age = KEPT - 1; age >= 0; age--) {
      const slot = last - age
      if (slot < 0 || slots[slot % KEPT] === 0) continue
      all = (slot + KEPT) * width - now
      if (first === 0) first = all
    }
    return { first, all }
  }

  return {
    take(key, now): Taken {
      const slot = slotOf(now)
      const counts = keys.get(key) ?? { slots: new Uint32Array(KEPT), last: slot, sum: 0 }
      advance(counts, slot)
      const isAdmitted = counts.sum < rate
      if (isAdmitted) {
        counts.slots[counts.last % KEPT]! += 1
        counts.sum++
        keys.set(key, counts, now)
      }
      const remaining = rate - counts.sum
      const { first, all } = leavesIn(counts, now)
      return { isAdmitted, remaining, waitMs: remaining > 0 ? 0 : first, resetMs: all }
    },
    get size() {
      return keys.size
    },
  }
}
