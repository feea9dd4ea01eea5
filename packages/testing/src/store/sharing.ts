import type { Store } from '@signalbox/core'
import { describe, expect, vi } from 'vitest'
import { collect } from '../collect.ts'
import { follow } from './concurrency.ts'
import { builtIndex } from './indexes.ts'
import { anInstantLater } from './log.ts'
import {
  commit,
  draft,
  drop,
  eventsAfter,
  fill,
  keysOf,
  put,
  type StoreTest,
  THINGS,
  valueUnder,
  write,
} from './store-test.ts'

/** Several handles on the same data, as several processes hold them, at the same time and one after another. */
export function describeSharing(test: StoreTest, connect: (store: Store) => Store | Promise<Store>): void {
  const shared = test.extend('other', async ({ store, onTestFinished }): Promise<Store> => {
    const other = await connect(store)
    onTestFinished(() => other.close?.())
    return other
  })

  describe('another handle on the same data', () => {
    shared('sees what the first one committed', async ({ store, other }) => {
      const version = await write(store, 'a', 1)
      await commit(store, [], [draft('a')])
      expect(await other.get(THINGS, 'a')).toEqual({ value: 1, version })
      expect(await collect(other.scan(THINGS))).toEqual([{ key: 'a', value: 1, version }])
      expect(await eventsAfter(other)).toEqual(await eventsAfter(store))
      expect(await other.head()).toBe(await store.head())
    })

    shared('is woken by what the first one committed', async ({ store, other, eventually }) => {
      const listener = vi.fn()
      other.watch(listener)
      await commit(store, [put('a')], [draft('a')])
      await eventually(() => expect(listener).toHaveBeenCalled())
    })

    shared('competes for a record as if it were the same', async ({ store, other }) => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => [store, other][n % 2]?.commit([put('a', n, null)], [draft('a')])),
      )
      expect(results.filter((result) => result && 'events' in result)).toHaveLength(1)
      expect(await eventsAfter(store)).toHaveLength(1)
    })

    shared(
      'writes beside the first, and readers of both see all in the same order',
      async ({ store, other, eventually }) => {
        await using here = follow(store)
        await using there = follow(other)
        const writes = Array.from({ length: 60 }, (_, n) => {
          const writer = n % 2 ? store : other
          return commit(writer, [put(`key:${n}`)], [draft(`key:${n}`), draft(`key:${n}`)])
        })
        const ids = (await Promise.all(writes)).flatMap(({ events }) => events.map(({ _id }) => _id))
        for (const { seen } of [here, there]) {
          await eventually(() => expect(seen.length).toBeGreaterThanOrEqual(ids.length))
          expect(seen.map(({ _id }) => _id)).toEqual(ids.toSorted((a, b) => a - b))
        }
      },
    )

    shared('has the same indexes, with what either wrote', async ({ store, other, skip }) => {
      if (!store.index) return skip()
      await commit(store, [put('before', { name: 'x' })])
      const [here, there] = [await builtIndex(store, 'name'), await builtIndex(other, 'name')]
      await Promise.all([
        commit(store, [put('a', { name: 'x' }), put('b', { name: 'x' })]),
        commit(other, [put('c', { name: 'x' })]),
      ])
      await commit(other, [put('b', { name: 'y' }), drop('before')])
      for (const index of [here, there])
        expect((await collect(index.keys({ text: 'x' }))).map(({ key }) => key)).toEqual(['a', 'c'])
    })

    shared('knows which events any store has deleted, and after it was reopened', async ({ store, other, skip }) => {
      if (!store.trimmedTo) return skip('the store does not tell what it has deleted')
      const known = async () => [await store.trimmedTo?.(), await other.trimmedTo?.()]
      const trimmed: (number | undefined)[] = []
      for (const one of [store, other]) {
        const { events } = await commit(one, [], [draft('a'), draft('b')])
        trimmed.push(events[1]?._id)
        await one.trim(await anInstantLater())
        expect(await known()).toEqual([trimmed.at(-1), trimmed.at(-1)])
      }
      await commit(store, [], [draft('c')])
      await other.close?.()
      const reopened = await connect(store)
      try {
        expect(await reopened.trimmedTo?.()).toBe(trimmed.at(-1))
      } finally {
        await reopened.close?.()
      }
    })

    shared('continues where the first one ended', async ({ store, other }) => {
      const versions = [await write(store, 'a'), await write(store, 'b')]
      await commit(store, [drop('a')], [draft('a')])
      const head = await store.head()
      await other.close?.()
      const reopened = await connect(store)
      try {
        versions.push(await write(reopened, 'a'), await write(reopened, 'b'))
        expect(new Set(versions).size).toBe(4)
        const { events } = await commit(reopened, [], [draft('b')])
        expect(events[0]?._id).toBeGreaterThan(head)
        await fill(reopened, ['c'])
        expect(await keysOf(store)).toEqual(['a', 'b', 'c'])
        expect(await valueUnder(store, 'c')).toEqual({ id: 'c' })
      } finally {
        await reopened.close?.()
      }
    })
  })
}
