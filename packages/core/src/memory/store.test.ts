import { describe, expect, it } from 'vitest'
import { type ChangeEvent, type EventDraft, type LoggedEvent, whole } from '../machine/log/event.ts'
import type { Store } from '../ports.ts'
import { memoryStore } from './store.ts'

const start = Date.UTC(2026, 0, 1)
const draft = (key: string): EventDraft => ({
  type: 'FEATURE_CREATED',
  key,
  domain: 'Feature',
  payload: {},
  timestamp: '',
})
const commit = async (store: Store, ...keys: string[]) => {
  for (const key of keys) await store.commit([], [draft(key)])
}
async function read(store: Store, after = 0): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  for await (const event of store.read({ after })) events.push(event)
  return events
}
const keysOf = (events: readonly ChangeEvent[]) => events.map(({ key }) => key)

describe('the memory store', () => {
  it('keeps the configured number of newest events, and at most a tenth more', async () => {
    const store = memoryStore({ clock: () => start, eventsKept: 10 })
    for (let i = 0; i < 100; i++) {
      await commit(store, `k${i}`)
      const events = await read(store)
      expect(events.at(-1)?.key).toBe(`k${i}`)
      expect(events.length).toBeGreaterThanOrEqual(Math.min(i + 1, 10))
      expect(events.length).toBeLessThanOrEqual(11)
      expect(events.map(({ _id }) => _id - events[0]!._id)).toEqual(events.map((_, n) => n))
    }
  })

  it('returns its oldest events to readers who missed more', async () => {
    const store = memoryStore({ clock: () => start, eventsKept: 3 })
    await commit(store, 'a', 'b', 'c', 'd', 'e', 'f', 'g')
    const [first] = await read(store)
    expect(keysOf(await read(store, first!._id - 3))).toEqual(keysOf(await read(store)))
    expect(keysOf(await read(store, await store.head()))).toEqual([])
    expect(keysOf(await read(store, (await store.head()) + 5))).toEqual([])
  })

  it('numbers events consecutively, starting at the clock', async () => {
    const store = memoryStore({ clock: () => start })
    expect(await store.head()).toBe(0)
    await commit(store, 'a', 'b')
    expect((await read(store)).map(({ _id }) => _id)).toEqual([start * 1000 + 1, start * 1000 + 2])
    expect(await store.head()).toBe(start * 1000 + 2)
  })

  it('trims events before a date and none after, even if the clock went back', async () => {
    let now = start
    const store = memoryStore({ clock: () => now })
    for (const [key, at] of [
      ['a', 0],
      ['b', 3000],
      ['c', 1000],
      ['d', 2000],
    ] as const) {
      now = start + at
      await commit(store, key)
    }
    const all = await read(store)
    await store.trim(new Date(start + 2000))
    expect(keysOf(await read(store))).toEqual(['b', 'c', 'd'])
    expect(keysOf(await read(store, all[2]!._id))).toEqual(['d'])
    await store.trim(new Date(start + 10_000))
    expect(await read(store)).toEqual([])
    await commit(store, 'e')
    expect(keysOf(await read(store, await store.head().then((head) => head - 1)))).toEqual(['e'])
  })

  it('shares no values with writers or readers', async () => {
    const store = memoryStore()
    const value = { list: [1] }
    await store.commit([{ op: 'put', collection: 'c', key: 'k', value }], [{ ...draft('k'), payload: value }])
    value.list.push(2)
    for (let i = 0; i < 2; i++) {
      const entry = (await store.get('c', 'k'))!
      expect(entry.value).toEqual({ list: [1] })
      ;(entry.value as typeof value).list.push(3)
      const event = (await read(store))[0]!
      expect(event.payload).toEqual({ list: [1] })
      ;(event.payload as typeof value).list.push(3)
    }
  })

  it('reads the values of events as texts for readers who ask for them', async () => {
    const store = memoryStore({ clock: () => start })
    const origin = { authInfo: { id: 'ann', name: 'Ann', kind: 'User' }, reason: 'because' }
    await store.commit([], [draft('a'), { ...draft('b'), ...origin, payload: { v: 2 }, oldValue: { v: 1 } }])
    const texts: LoggedEvent[] = []
    for await (const event of store.read({ after: 0, asText: true })) texts.push(event)
    expect(texts.map(({ payload, text, oldText }) => [payload, text, oldText])).toEqual([
      [undefined, '{}', undefined],
      [undefined, '{"v":2}', '{"v":1}'],
    ])
    expect(texts.map(whole)).toEqual(await read(store))
    expect(whole(texts[1]!)).toEqual({
      _id: start * 1000 + 2,
      ...{ ...draft('b'), ...origin, payload: { v: 2 }, oldValue: { v: 1 } },
    })
  })

  it('reads at most the events that were asked for, and those that are committed meanwhile', async () => {
    const store = memoryStore()
    const keys = Array.from({ length: 1200 }, (_, i) => `k${i}`)
    await store.commit([], keys.map(draft))
    const some: string[] = []
    for await (const { key } of store.read({ after: 0, limit: 700 })) some.push(key)
    expect(some).toEqual(keys.slice(0, 700))
    const all: string[] = []
    for await (const { key } of store.read({ after: 0 })) {
      all.push(key)
      if (key === 'k3') await commit(store, 'late')
    }
    expect(all).toEqual([...keys, 'late'])
  })

  it('gives each event its own origin, and each record its own version', async () => {
    const store = memoryStore({ clock: () => start })
    const put = (key: string) => ({ op: 'put', collection: 'c', key, value: { key } }) as const
    const committed = await store.commit(
      [put('a'), { op: 'check', collection: 'c', key: 'z', expected: null }, put('b')],
      [
        { ...draft('a'), reason: 'one' },
        { ...draft('b'), reason: 'two', payload: { key: 'other' } },
        { ...draft('c'), type: 'FEATURE_DELETED' },
      ],
    )
    expect(committed).toMatchObject({ versions: [`${start * 1000 + 1}`, undefined, `${start * 1000 + 2}`] })
    expect((await store.get('c', 'b'))?.version).toBe(`${start * 1000 + 2}`)
    expect((await read(store)).map(({ type, reason, payload }) => [type, reason, payload])).toEqual([
      ['FEATURE_CREATED', 'one', {}],
      ['FEATURE_CREATED', 'two', { key: 'other' }],
      ['FEATURE_DELETED', undefined, {}],
    ])
    const stale = { ...put('b'), expected: `${start * 1000 + 1}` }
    expect(await store.commit([stale], [])).toEqual({ conflict: 0 })
    expect(await store.commit([{ ...put('new'), expected: '7' }], [])).toEqual({ conflict: 0 })
    expect(await store.commit([{ ...put('b'), expected: null }], [])).toEqual({ conflict: 0 })
  })

  it.each<[string, unknown, unknown]>([
    ['a record', 1n, {}],
    ['an event', {}, 1n],
  ])('writes nothing if %s is not JSON', async (_, value, payload) => {
    const store = memoryStore()
    const written = store.commit([{ op: 'put', collection: 'c', key: 'k', value }], [{ ...draft('k'), payload }])
    await expect(written).rejects.toThrow(TypeError)
    expect([await store.get('c', 'k'), await store.head(), await read(store)]).toEqual([undefined, 0, []])
  })
})
