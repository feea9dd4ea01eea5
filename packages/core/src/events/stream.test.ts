import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ChangeEvent } from '../machine/log/event.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { follow } from './stream.ts'

/** A store that counts its watchers, with parts of it replaced. */
function watched(overrides: (store: Store) => Partial<Store> = () => ({})) {
  const memory = memoryStore()
  const listeners = new Set<() => void>()
  const store: Store = {
    ...memory,
    ...overrides(memory),
    watch(listener) {
      const unwatch = memory.watch(listener)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        unwatch()
      }
    },
  }
  const commit = async (...keys: string[]) => {
    const drafts = keys.map(
      (key) => ({ type: 'FEATURE_CREATED', key, domain: 'Feature', payload: {}, timestamp: '' }) as const,
    )
    await memory.commit([], drafts)
  }
  return { store, commit, watching: () => listeners.size }
}

const keys = async (events: AsyncIterator<ChangeEvent>, count: number) => {
  const taken: string[] = []
  while (taken.length < count) taken.push((await events.next()).value.key)
  return taken
}
const END = { done: true, value: undefined }

describe('following a log', () => {
  it('yields existing and new events, in order and once', async () => {
    const { store, commit } = watched()
    await commit('a', 'b')
    const events = follow(store, { after: 0 })
    expect(await keys(events, 2)).toEqual(['a', 'b'])
    const waiting = keys(events, 3)
    await commit('c')
    await commit('d', 'e')
    expect(await waiting).toEqual(['c', 'd', 'e'])
  })

  it('starts after an event, and yields only accepted events', async () => {
    const { store, commit } = watched()
    await commit('a', 'b')
    const after = await store.head()
    const events = follow(store, { after, accept: ({ key }) => key !== 'd' })
    await commit('c', 'd', 'e')
    expect(await keys(events, 2)).toEqual(['c', 'e'])
  })

  it('misses no event committed while it reads', async () => {
    const { store, commit } = watched((memory) => ({
      async *read(options) {
        for await (const event of memory.read(options)) {
          await setImmediate()
          yield event
          await setImmediate()
        }
      },
    }))
    const names = Array.from({ length: 60 }, (_, i) => `k${i}`)
    const taking = keys(follow(store, { after: 0 }), names.length)
    for (const [i, name] of names.entries()) {
      await commit(name)
      if (i % 3 === 0) await setImmediate()
    }
    expect(await taking).toEqual(names)
  })

  it('misses no event committed at the end of a read', async () => {
    const late = ['late', 'later']
    const { store, commit } = watched((memory) => ({
      async *read(options) {
        yield* memory.read(options)
        const next = late.shift()
        if (next) await commit(next)
      },
    }))
    await commit('a')
    expect(await keys(follow(store, { after: 0 }), 3)).toEqual(['a', 'late', 'later'])
  })

  it('reads only requested events', async () => {
    let read = 0
    const { store, commit } = watched((memory) => ({
      async *read(options) {
        for await (const event of memory.read(options)) {
          read++
          yield event
        }
      },
    }))
    await commit('a', 'b', 'c', 'd')
    const events = follow(store, { after: 0 })
    await setImmediate()
    expect(read).toBe(0)
    await keys(events, 2)
    expect(read).toBe(2)
  })

  it('reports each time that all events have been read', async () => {
    const { store, commit } = watched()
    await commit('a', 'b')
    const caughtUp: number[] = []
    const events = follow(store, { after: 0, onCaughtUp: (id) => caughtUp.push(id) })
    await keys(events, 2)
    expect(caughtUp).toEqual([])
    const next = events.next()
    await setImmediate()
    const head = await store.head()
    expect(caughtUp).toEqual([head])
    await commit('c')
    await next
    void events.next()
    await setImmediate()
    expect(caughtUp).toEqual([head, head + 1])
  })
})

describe('a follower that ends', () => {
  it('by return while it waits ends, and stops watching', async () => {
    const { store, commit, watching } = watched()
    const events = follow(store, { after: 0 })
    const next = events.next()
    await setImmediate()
    expect(watching()).toBe(1)
    expect(await events.return?.()).toEqual(END)
    expect(await next).toEqual(END)
    expect(watching()).toBe(0)
    await commit('a')
    expect(await events.next()).toEqual(END)
  })

  it('by abort while it waits ends, and stops watching', async () => {
    const { store, watching } = watched()
    const controller = new AbortController()
    const next = follow(store, { after: 0, signal: controller.signal }).next()
    await setImmediate()
    controller.abort()
    expect(await next).toEqual(END)
    expect(watching()).toBe(0)
  })

  it('by abort before it starts yields nothing', async () => {
    const { store, commit, watching } = watched()
    await commit('a')
    expect(await follow(store, { after: 0, signal: AbortSignal.abort() }).next()).toEqual(END)
    expect(watching()).toBe(0)
  })

  it('by leaving the loop leaves nothing behind', async () => {
    let returned = 0
    const { store, commit, watching } = watched((memory) => ({
      async *read(options) {
        try {
          yield* memory.read(options)
        } finally {
          returned++
        }
      },
    }))
    await commit('a', 'b')
    const { signal } = new AbortController()
    for await (const { key } of follow(store, { after: 0, signal })) if (key === 'a') break
    expect([watching(), returned, getEventListeners(signal, 'abort').length]).toEqual([0, 1, 0])
  })

  it('by a failure of the store fails with it, and leaves nothing behind', async () => {
    const { store, commit, watching } = watched(() => ({
      // biome-ignore lint/correctness/useYield: it fails before it has anything
      async *read() {
        throw new Error('the store is gone')
      },
    }))
    await commit('a')
    const { signal } = new AbortController()
    const events = follow(store, { after: 0, signal })
    await expect(events.next()).rejects.toThrow('the store is gone')
    expect(await events.next()).toEqual(END)
    expect([watching(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })
})
