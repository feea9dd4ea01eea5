/** The states of keys. States that no longer matter are forgotten; beyond a number, the least recently used ones. */
export interface BoundedKeys<T> {
  /** The state of a key, which counts as used now. */
  get(key: string): T | undefined
  set(key: string, state: T, now: number): void
  delete(key: string): void
  /** All keys with their states. Keys may be deleted meanwhile. */
  entries(): Iterable<readonly [key: string, state: T]>
  readonly size: number
}

const MOST_KEYS = 1_000_000
/** Keys that are looked at for each new one, so that forgetting keeps up with adding. */
const LOOKED_AT = 2
/** Keys that are looked at before one is dropped that still says something. */
const LOOKED_AT_FULL = 32
/** A used key keeps its place in the order as long as no more than this share of all keys came after it. */
const NEAR_END = 1 / 8

interface Kept<T> {
  state: T
  /** The number of its place in the order of use. */
  place: number
}

/**
 * Keeps the states of at most so many keys, in the order in which they were used. `isOver` says that a state is that of a
 * new key: those are forgotten first. `onDrop` is called when another key has to be forgotten.
 */
export function boundedKeys<T>(
  isOver: (state: T, now: number) => boolean,
  most = MOST_KEYS,
  onDrop?: (state: T) => void,
): BoundedKeys<T> {
  const all = new Map<string, Kept<T>>()
  let places = 0
  let looking = all.entries()
  // Kept, because a new iterator passes over all places of keys that were deleted.
  let oldest = all.entries()

  /** Looks at so many keys. Returns whether it has forgotten some. */
  function sweep(count: number, now: number): boolean {
    const before = all.size
    for (let i = 0; i < count; i++) {
      const { done, value } = looking.next()
      if (done) looking = all.entries()
      else if (isOver(value[1].state, now)) all.delete(value[0])
    }
    return all.size < before
  }

  function dropOldest(now: number): void {
    let next = oldest.next()
    if (next.done) {
      oldest = all.entries()
      next = oldest.next()
    }
    if (next.done) return
    const [key, { state }] = next.value
    all.delete(key)
    if (!isOver(state, now)) onDrop?.(state)
  }

  function use(key: string, kept: Kept<T>): void {
    if (places - kept.place <= most * NEAR_END) return
    kept.place = ++places
    all.delete(key)
    all.set(key, kept)
  }

  function* entries(): Generator<readonly [string, T]> {
    for (const [key, { state }] of all) yield [key, state]
  }

  return {
    entries,
    delete: (key) => void all.delete(key),
    get(key) {
      const kept = all.get(key)
      if (kept) use(key, kept)
      return kept?.state
    },
    set(key, state, now) {
      const known = all.get(key)
      if (known) {
        known.state = state
        return use(key, known)
      }
      sweep(LOOKED_AT, now)
      if (all.size >= most && !sweep(LOOKED_AT_FULL, now)) dropOldest(now)
      all.set(key, { state, place: ++places })
    },
    get size() {
      return all.size
    },
  }
}
