/** The states of keys. Those that say nothing any more are forgotten, and the oldest ones beyond a number. */
export interface BoundedKeys<T> {
  get(key: string): T | undefined
  set(key: string, state: T, now: number): void
  readonly size: number
}

/** Keys that are remembered. */
const MOST = 1_000_000
/** Keys that are looked at for each new one, so that forgetting keeps up with adding. */
const LOOKED_AT = 2

/** Keeps states in the order in which keys came. `isOver` says that a state is that of a new key. */
export function boundedKeys<T>(isOver: (state: T, now: number) => boolean, most = MOST): BoundedKeys<T> {
  const states = new Map<string, T>()
  let looking = states.entries()

  function sweep(now: number): void {
    for (let i = 0; i < LOOKED_AT; i++) {
      const { done, value } = looking.next()
      if (done) looking = states.entries()
      else if (isOver(value[1], now)) states.delete(value[0])
    }
  }

  return {
    get: (key) => states.get(key),
    set(key, state, now) {
      const isNew = !states.has(key)
      if (isNew) sweep(now)
      if (isNew && states.size >= most) states.delete(states.keys().next().value as string)
      states.set(key, state)
    },
    get size() {
      return states.size
    },
  }
}
