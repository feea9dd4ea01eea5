import type { Store } from '@signalbox/core'

/** One of several users of a store, who takes a step only when told. */
export interface Lane {
  /** The store as this user has it: reads and commits wait for their turn; following the log does not. */
  readonly store: Store
  /** Does something up to so many reads and commits, and then stands still; whether it came to its end. */
  run(steps: number): Promise<boolean>
}

/** A lane for what `act` does once it has its store. What it throws is kept for `outcome`. */
export function createLane(store: Store, act: (store: Store) => Promise<unknown>) {
  let allowed = 0
  let isOver = false
  let waiting: (() => void)[] = []
  let onRest = () => {}
  let outcome: PromiseSettledResult<unknown> | undefined

  async function step(): Promise<void> {
    while (allowed === 0) {
      const turn = new Promise<void>((resolve) => void waiting.push(resolve))
      onRest()
      await turn
    }
    allowed--
  }

  const own: Store = {
    get: (...place) => step().then(() => store.get(...place)),
    count: (...which) => step().then(() => store.count(...which)),
    commit: (...changes) => step().then(() => store.commit(...changes)),
    async *scan(...which) {
      await step()
      yield* store.scan(...which)
    },
    read: (options) => store.read(options),
    head: () => store.head(),
    watch: (listener) => store.watch(listener),
    trim: (before) => store.trim(before),
  }

  function begin(): void {
    Promise.allSettled([act(own)]).then(([settled]) => {
      outcome = settled
      isOver = true
      onRest()
    })
  }

  let isBegun = false
  const lane: Lane = {
    store: own,
    async run(steps) {
      if (isOver || steps === 0) return isOver
      allowed = steps
      const rests = new Promise<void>((resolve) => {
        onRest = resolve
      })
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
      if (!isBegun) begin()
      isBegun = true
      await rests
      allowed = 0
      return isOver
    },
  }
  return { ...lane, outcome: () => outcome }
}
