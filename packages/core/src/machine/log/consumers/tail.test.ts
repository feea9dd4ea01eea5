import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../memory/store.ts'
import type { ChangeEvent } from '../event.ts'
import { createTail } from './tail.ts'

/** A store, its tail, and a follower of the log whose lag a test sets. */
function scene() {
  const store = memoryStore()
  const tail = createTail(store)
  const committed: ChangeEvent[] = []
  const { signal } = new AbortController()
  return {
    store,
    tail,
    signal,
    async commit(...keys: string[]) {
      const drafts = keys.map(
        (key) => ({ type: 'CONFIG_CREATED', key, domain: 'Config', payload: 'x', timestamp: '' }) as const,
      )
      const outcome = await store.commit([], drafts)
      if ('events' in outcome) committed.push(...outcome.events)
    },
    /** Lets the follower process all events. */
    catchUp() {
      for (const event of committed.splice(0)) tail.push(event)
    },
    /** Waits for a key, then reads the available events. */
    async await(key: string, after = 0) {
      const seen = await tail.next(after, { accept: (event) => event.key === key, signal })
      return [...(await collect(tail.read(seen, 1000)))]
    },
  }
}

async function collect(events: Iterable<ChangeEvent> | AsyncIterable<ChangeEvent>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of events) keys.push(key)
  return keys
}

describe('the end of a log', () => {
  it('contains existing and new events', async () => {
    const { tail, commit, catchUp, await: waitFor, signal } = scene()
    await commit('a', 'b')
    catchUp()
    await tail.begin()
    const both = [waitFor('b'), waitFor('d')]
    await tail.run(0, signal)
    expect(await both[0]).toEqual(['b'])
    await commit('c', 'd')
    catchUp()
    expect(await both[1]).toEqual(['d'])
  })

  it('contains only events that can be read, even with late notifications', async () => {
    const { tail, commit, catchUp, await: waitFor, signal } = scene()
    await commit('a')
    await tail.begin()
    await commit('b', 'c')
    const waiting = waitFor('c')
    await tail.run(0, signal)
    const shown = tail.shown()
    catchUp()
    expect(await collect(tail.read(shown, 1000))).toEqual(['b', 'c'])
    expect(await waiting).toEqual(['c'])
  })

  it('reads evicted events from the store', async () => {
    const { store, tail, commit, catchUp, await: waitFor, signal } = scene()
    await tail.begin()
    await tail.run(0, signal)
    const keys = Array.from({ length: 5000 }, (_, n) => `k${n}`)
    const waiting = waitFor('k4999')
    await commit(...keys)
    catchUp()
    expect(await waiting).toEqual(['k4999'])
    const first = (await store.head()) - keys.length
    expect(await collect(tail.read(first, 5000))).toEqual(keys)
    expect(await collect(tail.read(first + 4500, 1000))).toEqual(keys.slice(4500))
  })

  it('can be read from memory after the log was trimmed', async () => {
    const { store, tail, commit, catchUp, await: waitFor, signal } = scene()
    await commit('a')
    catchUp()
    await store.trim(new Date(Date.now() + 1000))
    await tail.begin()
    const waiting = waitFor('b')
    await tail.run(0, signal)
    await commit('b')
    catchUp()
    expect(await waiting).toEqual(['b'])
  })

  it('releases waiting readers on request', async () => {
    const { tail, commit, catchUp, signal } = scene()
    await tail.begin()
    await tail.run(0, signal)
    const stop = new AbortController()
    const waiting = tail.next(0, { accept: () => false, signal: stop.signal })
    await commit('a', 'b')
    catchUp()
    stop.abort()
    expect(await waiting).toBe(tail.shown())
  })
})
