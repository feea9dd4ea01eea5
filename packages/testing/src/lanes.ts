import type { Store } from '@signalbox/core'

/** One of several concurrent users of a store, which advances only when told. */
export interface Lane {
  /** The store of this user. Reads and commits wait for their turn; following the log does not. */
  readonly store: Store
  /** Runs up to `steps` reads and commits, then pauses. Resolves with whether the work is finished. */
  run(steps: number): Promise<boolean>
}

/** Creates a lane that runs `act` with its own store. `outcome` returns how it settled. */
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
