import { createSignalbox } from '@signalbox/core'
import { type ChangeEvent, type PastEvents, readBack } from '@signalbox/core/store'
import { startOf } from '@signalbox/core/wire'
import { describe, expect, vi } from 'vitest'
import { collect } from '../collect.ts'
import { commit, draft, eventsAfter, put, type StoreTest, write } from './store-test.ts'

const log = (count: number) => Array.from({ length: count }, (_, n) => draft(`key:${n}`))

/** The log of committed events: it can be read from any id, and a watch reports new events. */
export function describeLog(test: StoreTest): void {
  describe('the log', () => {
    test('numbers events upwards with positive whole numbers below 2^53', async ({ store }) => {
      const ids: number[] = []
      for (let n = 0; n < 5; n++) ids.push(...(await commit(store, [], log(3))).events.map(({ _id }) => _id))
      expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    })

    test('starts at 0, and its head is the newest event', async ({ store }) => {
      expect(await store.head()).toBe(0)
      await write(store, 'no event')
      expect(await store.head()).toBe(0)
      const { events } = await commit(store, [], log(3))
      expect(await store.head()).toBe(events[2]?._id)
    })

    test('keeps every member of an event, and adds none', async ({ store }) => {
      const full = { ...draft('a', { new: 1 }), oldValue: { old: 1 } }
      await commit(store, [], [full, draft('b', null)])
      const [first, second] = await eventsAfter(store)
      expect(first).toStrictEqual({ _id: first?._id, ...full })
      expect(second).toStrictEqual({ _id: second?._id, ...draft('b', null) })
    })

    test('can be read after an id, up to a limit', async ({ store }) => {
      const { events } = await commit(store, [], log(6))
      const ids = events.map(({ _id }) => _id)
      const read = async (after = 0, limit?: number) =>
        (await collect(store.read({ after, ...(limit !== undefined && { limit }) }))).map(({ _id }) => _id)
      expect(await read()).toEqual(ids)
      expect(await read(ids[2])).toEqual(ids.slice(3))
      expect(await read(0, 2)).toEqual(ids.slice(0, 2))
      expect(await read(ids[0], 3)).toEqual(ids.slice(1, 4))
      expect(await read(ids[4], 9)).toEqual(ids.slice(5))
      expect(await read(ids[0], 0)).toEqual([])
      expect(await read(ids[5])).toEqual([])
      expect(await read((ids[5] as number) + 1000)).toEqual([])
    })

    test('counts the events after an id, up to a limit', async ({ store, skip }) => {
      if (!store.countEvents) return skip('the store does not count events')
      expect(await store.countEvents({ after: 0, limit: 9 })).toBe(0)
      const first = (await commit(store, [], log(4))).events[0]?._id as number
      const last = (await commit(store, [], log(2))).events[1]?._id as number
      const count = (after: number, limit = 9) => store.countEvents?.({ after, limit })
      expect(await Promise.all([count(0), count(first), count(0, 5), count(last), count(last + 1)])).toEqual([
        6, 5, 5, 0, 0,
      ])
    })

    test('can be read after an id between events', async ({ store }) => {
      const { events } = await commit(store, [], log(1))
      const before = (events[0]?._id as number) - 1
      expect(await eventsAfter(store, before)).toEqual(events)
    })

    test('can be left early while it is read', async ({ store }) => {
      await commit(store, [], log(3))
      for await (const { key } of store.read({ after: 0 })) {
        expect(key).toBe('key:0')
        break
      }
      await commit(store, [put('a')], [draft('a')])
      expect(await eventsAfter(store)).toHaveLength(4)
    })

    test('keeps the origin of an event: its author, reason and trace context', async ({ store }) => {
      const origin = {
        authInfo: { id: 'ada', name: 'Ada "É"', kind: 'User' },
        reason: 'Incident 42: «pay» fails, see https://example.com/?a=1&b="2"',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      }
      await commit(store, [], [{ ...draft('a'), ...origin }, draft('b')])
      const [first, second] = await eventsAfter(store)
      expect(first).toMatchObject(origin)
      for (const member of Object.keys(origin)) expect(second).not.toHaveProperty(member)
    })

    test('can be read backwards, before an id, up to a limit', async ({ store }) => {
      expect(await collect(readBack(store))).toEqual([])
      const { events } = await commit(store, [], log(6))
      const newest = events.toReversed()
      const ids = newest.map(({ _id }) => _id)
      const read = async (options: PastEvents = {}) => (await collect(readBack(store, options))).map(({ _id }) => _id)
      expect(await collect(readBack(store))).toEqual(newest)
      expect(await read({ before: ids[2] as number })).toEqual(ids.slice(3))
      expect(await read({ before: (ids[2] as number) + 1 })).toEqual(ids.slice(2))
      expect(await read({ limit: 2 })).toEqual(ids.slice(0, 2))
      expect(await read({ before: ids[1] as number, limit: 3 })).toEqual(ids.slice(2, 5))
      expect(await read({ before: ids[4] as number, limit: 9 })).toEqual(ids.slice(5))
      expect(await read({ limit: 0 })).toEqual([])
      expect(await read({ before: ids[5] as number })).toEqual([])
      expect(await read({ before: (ids[0] as number) + 1000 })).toEqual(ids)
    })

    test('can be read backwards for one key, whatever the key and the events of others', async ({ store }) => {
      const quoted = ['a"b', 'a"', '"', 'a\\', 'a\\"b', 'a\nb', 'a,"key":"b', 'é', '日本', '👩‍👩‍👧', '__proto__', '']
      const long = (end: string) => `${'🚦'.repeat(599)}${end}`
      const keys = [...quoted, long('a'), long('ab'), long('🚦🚦'), `${long('"')}c`, 'a', 'a:b', 'a*', 'A']
      const others = [
        { domain: 'Feature', key: 'a', type: 'FEATURE_CREATED', payload: { key: 'é' }, timestamp: '' },
        { payload: { a: 1, key: 'a' }, type: 'FEATURE_CREATED', key: 'b', domain: 'Feature', timestamp: '' },
      ]
      for (const n of [1, 2, 3]) await commit(store, [], [...keys.map((key) => draft(key, { n, key: 'b' })), ...others])
      const all = (await eventsAfter(store)).toReversed()
      for (const key of [...keys, 'b', 'none']) {
        const expected = all.filter((event) => event.key === key)
        expect(await collect(readBack(store, { key }))).toEqual(expected)
        expect(await collect(readBack(store, { key, limit: 2 }))).toEqual(expected.slice(0, 2))
        const before = expected[0]?._id ?? 1
        expect(await collect(readBack(store, { key, before }))).toEqual(expected.slice(1))
      }
    })

    test('is the same backwards and forwards, in pages of any size', async ({ store }) => {
      for (let n = 0; n < 40; n++) await commit(store, [], log(1 + ((n * 7) % 30)))
      const ids = (await eventsAfter(store)).map(({ _id }) => _id).toReversed()
      for (const limit of [1, 7, 99, 100, 101, 1000]) {
        const read: number[] = []
        for (let before = Number.MAX_SAFE_INTEGER; ; before = read.at(-1) as number) {
          const page = await collect(readBack(store, { before, limit }))
          if (page.length === 0) break
          read.push(...page.map(({ _id }) => _id))
          if (limit < 99 && read.length > 50) break
        }
        expect(read).toEqual(ids.slice(0, read.length))
        if (limit >= 99) expect(read).toHaveLength(ids.length)
      }
    })

    test('can be read backwards while events are committed and deleted', async ({ store }) => {
      await commit(store, [], log(300))
      const between = await anInstantLater()
      const { events: kept } = await commit(store, [], log(300))
      const reader = readBack(store)[Symbol.asyncIterator]()
      const seen = [(await reader.next()).value as ChangeEvent]
      await Promise.all([store.trim(between), commit(store, [], log(300))])
      for (let next = await reader.next(); !next.done; next = await reader.next()) seen.push(next.value)
      expect(seen.slice(0, 300)).toEqual(kept.toReversed())
      const ids = seen.map(({ _id }) => _id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    })

    test('can be rewritten: ids, order and commit times stay, in both directions of reading', async ({
      store,
      skip,
    }) => {
      if (!store.rewrite) return skip('the store does not rewrite its log')
      const author = { id: 'zoë', name: 'Zoë "Z" \\ {x},NULL', kind: 'User' }
      await commit(store, [], [{ ...draft('a', { of: 'zoë' }), oldValue: { of: 'zoë' }, authInfo: author }, draft('b')])
      await commit(store, [], [draft('a', { of: "zoë\n'" })])
      const [first, second, third] = (await eventsAfter(store)) as [ChangeEvent, ChangeEvent, ChangeEvent]
      const between = await anInstantLater()
      await commit(store, [put('a')], [draft('a')])
      const { oldValue: _, ...kept } = first
      const masked = { ...kept, key: 'x"y', payload: { of: '\\"{,}\u0000' }, authInfo: { ...author, id: '[erased]' } }
      const other = { ...third, payload: null }
      const head = await store.head()
      await store.rewrite([masked, other, { ...first, _id: head + 1000 }, { ...first, _id: 1 }])
      const expected = [masked, second, other]
      expect((await eventsAfter(store)).slice(0, 3)).toStrictEqual(expected)
      expect(await eventsAfter(store)).toHaveLength(4)
      expect((await collect(readBack(store))).toReversed().slice(0, 3)).toStrictEqual(expected)
      expect((await collect(readBack(store, { key: 'a' }))).map(({ _id }) => _id)).toEqual([head, third._id])
      expect(await collect(readBack(store, { key: 'x"y' }))).toStrictEqual([masked])
      expect(await store.head()).toBe(head)
      await store.rewrite([])
      await store.trim(between)
      expect(await eventsAfter(store)).toHaveLength(1)
    })

    test('has no events of rejected commits', async ({ store }) => {
      await commit(store, [put('a')], [draft('a')])
      const head = await store.head()
      await store.commit([put('a', 1, null)], log(3))
      expect(await store.head()).toBe(head)
      const { events } = await commit(store, [], [draft('b')])
      expect(await eventsAfter(store, head)).toEqual(events)
    })
  })

  describe('watch', () => {
    test('calls back when there are new events', async ({ store, eventually }) => {
      const listener = vi.fn()
      store.watch(listener)
      const { events } = await commit(store, [put('a')], [draft('a')])
      await eventually(() => expect(listener).toHaveBeenCalled())
      expect(await eventsAfter(store)).toEqual(events)
    })

    test('calls every listener, and none that has unsubscribed', async ({ store, eventually }) => {
      const [gone, one, other] = [vi.fn(), vi.fn(), vi.fn()]
      const unsubscribe = store.watch(gone)
      store.watch(one)
      store.watch(other)
      unsubscribe()
      unsubscribe()
      await commit(store, [], log(1))
      await eventually(() => {
        expect(one).toHaveBeenCalled()
        expect(other).toHaveBeenCalled()
      })
      expect(gone).not.toHaveBeenCalled()
    })

    test('lets a listener unsubscribe while it is called', async ({ store, eventually }) => {
      const last = vi.fn()
      const unsubscribe = store.watch(() => unsubscribe())
      store.watch(last)
      await commit(store, [], log(1))
      await eventually(() => expect(last).toHaveBeenCalled())
    })
  })

  describe('trim', () => {
    test('deletes the events before a date, and keeps the others', async ({ store }) => {
      await commit(store, [], log(3))
      const between = await anInstantLater()
      const { events } = await commit(store, [], log(2))
      await store.trim(between)
      expect(await eventsAfter(store)).toEqual(events)
      await store.trim(between)
      expect(await eventsAfter(store)).toEqual(events)
    })

    test('keeps the head, and later ids continue from it', async ({ store }) => {
      await commit(store, [put('a')], log(3))
      const head = await store.head()
      await store.trim(await anInstantLater())
      expect(await eventsAfter(store)).toEqual([])
      expect(await store.head()).toBe(head)
      const { events } = await commit(store, [], log(1))
      expect(events[0]?._id).toBeGreaterThan(head)
      expect(await eventsAfter(store, head)).toEqual(events)
      expect(await eventsAfter(store)).toEqual(events)
    })

    test('is remembered: the newest event that was ever deleted', async ({ store, skip }) => {
      if (!store.trimmedTo) return skip('the store does not tell what it has deleted')
      expect(await store.trimmedTo()).toBe(0)
      const { events: old } = await commit(store, [], log(3))
      await store.trim(new Date(0))
      expect(await store.trimmedTo()).toBe(0)
      const between = await anInstantLater()
      const { events: recent } = await commit(store, [], log(2))
      for (let times = 0; times < 2; times++) {
        await store.trim(between)
        expect(await store.trimmedTo()).toBe(old.at(-1)?._id)
      }
      await store.trim(await anInstantLater())
      await commit(store, [], log(1))
      expect(await store.trimmedTo()).toBe(recent.at(-1)?._id)
    })

    test('leaves no gap for streams of readers that had the last deleted event', async ({ store, skip }) => {
      if (!store.trimmedTo) return skip('the store does not tell what it has deleted')
      const { events } = await commit(store, [], log(3))
      const last = events.at(-1)?._id as number
      await store.trim(await anInstantLater())
      await commit(store, [], log(1))
      const box = createSignalbox({ store })
      expect(startOf(await box.events.stream({ lastEventId: last }))).toBe(last)
    })

    test('makes streams of earlier readers start at the oldest event', async ({ store }) => {
      const { events: forgotten } = await commit(store, [], log(3))
      await store.trim(await anInstantLater())
      const box = createSignalbox({ store })
      const resume = async (lastEventId: number) => startOf(await box.events.stream({ lastEventId }))
      const ids = forgotten.map(({ _id }) => _id) as [number, number, number]
      expect(await resume(ids[0])).toBe(ids[2]) // the log is empty
      const { events: kept } = await commit(store, [], log(2))
      const [first, second] = kept.map(({ _id }) => _id) as [number, number]
      expect(await resume(ids[0])).toBe(store.trimmedTo ? ids[2] : first - 1)
      expect(await resume(first)).toBe(first)
      expect(await resume(second)).toBe(second)
    })

    test('before an invalid date is rejected, and deletes nothing', async ({ store }) => {
      await commit(store, [], log(3))
      await expect(store.trim(new Date(Number.NaN))).rejects.toThrow(RangeError)
      expect(await eventsAfter(store)).toHaveLength(3)
    })

    test('before the first event deletes nothing, and never records', async ({ store }) => {
      await commit(store, [put('a')], log(3))
      await store.trim(new Date(0))
      expect(await eventsAfter(store)).toHaveLength(3)
      await store.trim(await anInstantLater())
      expect(await store.count('things')).toBe(1)
    })
  })
}

const pass = (ms: number): Promise<void> =>
  vi.waitFor(() => expect(Date.now()).toBeGreaterThan(ms), { interval: 5, timeout: 20_000 })

/** Returns a date after all events so far and before all later ones. */
export async function anInstantLater(): Promise<Date> {
  const written = Date.now()
  await pass(written + 10)
  const date = new Date()
  await pass(date.getTime() + 10)
  return date
}
