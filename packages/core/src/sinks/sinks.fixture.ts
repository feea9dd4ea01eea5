import { onTestFinished } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'
import { manualTime } from '../webhooks/webhooks.fixture.ts'
import { behind } from './behind.ts'
import { emptied } from './emptied.ts'
import type { SinksOption } from './options.ts'
import type { Sink } from './sink.ts'

/** What a sink does with one append: works, or fails in one of these ways. */
export type Fault = 'before' | 'after' | 'behind' | undefined

/** A destination that may fail. `isExact` destinations refuse repeats and tell their position. */
export function faultyDestination({ isExact = true } = {}) {
  const events: ChangeEvent[] = []
  const faults: Fault[] = []
  const batches: number[][] = []
  const state = { isAway: false, isEmptied: false, isClosed: 0 }
  const last = () => events.at(-1)?._id ?? 0

  const open = (): Sink => ({
    kind: 'memory',
    async position() {
      if (state.isAway) throw new Error('connect ECONNREFUSED')
      if (state.isEmptied) throw emptied('all events have expired')
      return isExact ? last() : undefined
    },
    async append(batch, after) {
      if (state.isAway) throw new Error('connect ECONNREFUSED')
      const fault = faults.shift()
      if (fault === 'before') throw new Error('refused')
      if (fault === 'behind' || (isExact && !state.isEmptied && last() !== after)) throw behind(after)
      state.isEmptied = false
      batches.push(batch.map(({ _id }) => _id))
      events.push(...batch.filter(({ _id }) => !isExact || _id > last()))
      if (fault === 'after') throw new Error('no acknowledgement')
    },
    async close() {
      state.isClosed++
    },
  })
  return {
    ...{ open, events, faults, batches, state },
    ids: () => events.map(({ _id }) => _id),
    /** As somebody does who deletes the destination, and creates it anew. */
    recreate() {
      events.length = 0
    },
    empty() {
      events.length = 0
      state.isEmptied = true
    },
  }
}

/** A store, and instances with sinks on it, whose clock the test controls. */
export function scene() {
  const manual = manualTime()
  const time = {
    ...manual,
    /** Lets time pass until a condition holds. */
    async until(condition: () => boolean | Promise<boolean>): Promise<void> {
      for (let steps = 0; !(await condition()); steps++) {
        if (steps > 1000) throw new Error(`Still false at ${new Date(manual.clock()).toISOString()}: ${condition}`)
        await manual.skip()
      }
    },
  }
  const store = memoryStore({ clock: () => 0 }) // ids begin at 1
  const reports: string[] = []

  /** Starts an instance. A killed one waits for ever, wherever it is. */
  function start(sinks: SinksOption, from = store) {
    let isDead = false
    const never = new Promise<never>(() => {})
    const mortal: Store = {
      ...from,
      commit: (changes, drafts) => (isDead ? never : from.commit(changes, drafts)),
      get: (collection, key, form) => (isDead ? never : from.get(collection, key, form)),
      close: async () => {},
    }
    const box = createSignalbox({
      store: mortal,
      clock: time.clock,
      wait: (ms, signal) => (isDead ? never : time.wait(ms, signal)),
      random: (bytes) => new Uint8Array(bytes).fill(255),
      report: (error) => void reports.push(error instanceof Error ? error.message : String(error)),
      sinks,
    })
    onTestFinished(() => (isDead ? undefined : box.close()))
    return Object.assign(box, {
      kill() {
        isDead = true
      },
    })
  }
  return { time, store, reports, start }
}

/** Creates a feature. */
export const feature = (box: ReturnType<typeof createSignalbox>, id: string) =>
  box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })
