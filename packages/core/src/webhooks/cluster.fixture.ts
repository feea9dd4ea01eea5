import { onTestFinished } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { SignalboxOptions } from '../options.ts'
import type { Store } from '../ports.ts'
import { createSignalbox, type Signalbox } from '../signalbox.ts'
import { manualTime, receivers, URL_OF_HOOK } from './webhooks.fixture.ts'

/**
 * Creates several boxes on one store, with a shared clock and network. A killed box makes no further calls or commits.
 */
export function cluster(given: { store?: Store } = {}) {
  const time = manualTime()
  const { store = memoryStore({ clock: time.clock }) } = given
  const receiver = receivers(time.clock)
  const { clock, wait } = time

  function start(options: SignalboxOptions = {}) {
    let isDead = false
    const never = new Promise<never>(() => {})
    const own: Store = {
      ...store,
      commit: (changes, events) => (isDead ? never : store.commit(changes, events)),
      get: (collection, key) => (isDead ? never : store.get(collection, key)),
      async close() {},
    }
    const calls: string[] = []
    const box = createSignalbox({
      store: own,
      clock,
      wait: (ms, signal) => (isDead ? never : wait(ms, signal)),
      report: (error) => {
        throw error
      },
      async fetch(url, init) {
        if (isDead) return never
        calls.push(url)
        const answer = await receiver.fetch(url, init)
        return isDead ? never : answer
      },
      ...options,
    })
    const kill = () => {
      isDead = true
    }
    onTestFinished(async () => {
      if (!isDead) await box.close()
    })
    return { box, calls, kill }
  }
  return { store, time, receiver, start }
}

/** Creates a config for each key. */
export const write = async (box: Signalbox, ...keys: string[]) => {
  for (const id of keys) await box.configs.create({ body: { id, value: 1 } })
}

/** The webhook of these tests. */
export const body = { clientId: 'h', callbackUrl: URL_OF_HOOK, domains: ['Config' as const] }
