import { boundedKeys } from './bounded-keys.ts'
import type { LocalLimiter, Taken } from './limiter.ts'

/** The requests of one key, by slots of time. */
interface Counts {
  slots: Uint32Array
  /** The slot of the last request. */
  last: number
  sum: number
  windowMs: number
}

/** A window has so many slots. */
const SLOTS = 60
/** A window that ends within a slot reaches into one more. */
const KEPT = SLOTS + 1
/** Keys that are remembered: each takes some 300 bytes. */
const MOST_KEYS = 100_000

/**
 * Limits rates by windows that slide: no time span of one window admits more than `rate`, all of which may come at once.
 * Requests count until the slot of time in which they came is a window old, so up to a sixtieth of a window too long.
 * When the window of a key changes, its requests stay counted. `onDrop` is called when a key is
 * forgotten because there are too many.
 */
export function createSlidingWindow(onDrop?: () => void): LocalLimiter {
  const keys = boundedKeys<Counts>(
    ({ last, windowMs }, now) => Math.floor(now / (windowMs / SLOTS)) - last >= KEPT,
    MOST_KEYS,
    onDrop,
  )

  return {
    take(key, { rate, windowMs }, now): Taken {
      const width = windowMs / SLOTS
      const slot = Math.floor(now / width)
      const known = keys.get(key)
      const counts = known ?? { slots: new Uint32Array(KEPT), last: slot, sum: 0, windowMs }
      if (counts.windowMs !== windowMs) resize(counts, windowMs, now)
      advance(counts, slot)
      const isAdmitted = counts.sum < rate
      if (isAdmitted) {
        counts.slots[counts.last % KEPT]! += 1
        counts.sum++
        if (!known) keys.set(key, counts, now)
      }
      const remaining = Math.max(0, rate - counts.sum)
      const waitMs = remaining > 0 ? 0 : leavesIn(counts, width, now, counts.sum - rate)
      return { isAdmitted, remaining, waitMs, resetMs: allLeaveIn(counts, width, now) }
    },
    giveBack(key, { windowMs }, takenAt) {
      const counts = keys.get(key)
      if (counts?.windowMs !== windowMs) return
      const slot = Math.floor(takenAt / (windowMs / SLOTS))
      if (slot > counts.last || counts.last - slot >= KEPT || counts.slots[slot % KEPT] === 0) return
      counts.slots[slot % KEPT]! -= 1
      counts.sum--
    },
    peek(key, { rate, windowMs }, now) {
      const known = keys.get(key)
      if (!known) return { remaining: rate, resetMs: 0 }
      const counts = { ...known, slots: known.slots.slice() }
      if (counts.windowMs !== windowMs) resize(counts, windowMs, now)
      const width = windowMs / SLOTS
      advance(counts, Math.floor(now / width))
      return { remaining: Math.max(0, rate - counts.sum), resetMs: allLeaveIn(counts, width, now) }
    },
    get size() {
      return keys.size
    },
  }
}

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

/** Milliseconds until so many slots with requests have left that more than `over` requests are gone. */
function leavesIn({ slots, last }: Counts, width: number, now: number, over: number): number {
  let gone = 0
  for (let slot = Math.max(0, last - KEPT + 1); slot <= last; slot++) {
    gone += slots[slot % KEPT] as number
    if (gone > over) return (slot + KEPT) * width - now
  }
  return KEPT * width
}

/** Milliseconds until the last slot with requests has left. */
function allLeaveIn({ slots, last, sum }: Counts, width: number, now: number): number {
  if (sum === 0) return 0
  let slot = last
  while (slots[slot % KEPT] === 0) slot--
  return (slot + KEPT) * width - now
}

/** Counts the requests in slots of another width. Each counts as if it had come at the end of its slot. */
function resize(counts: Counts, windowMs: number, now: number): void {
  const before = counts.windowMs / SLOTS
  const width = windowMs / SLOTS
  const last = Math.floor(now / width)
  const slots = new Uint32Array(KEPT)
  let sum = 0
  for (let slot = Math.max(0, counts.last - KEPT + 1); slot <= counts.last; slot++) {
    const to = Math.floor(Math.min((slot + 1) * before, now) / width)
    if (last - to >= KEPT) continue
    slots[to % KEPT]! += counts.slots[slot % KEPT] as number
    sum += counts.slots[slot % KEPT] as number
  }
  Object.assign(counts, { slots, last, sum, windowMs })
}
