import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import {
  byUtf8,
  check,
  commit,
  draft,
  drop,
  dropPrefix,
  eventsAfter,
  fill,
  keysOf,
  put,
  type StoreTest,
  THINGS,
  valueUnder,
  write,
} from './store-test.ts'

/** Commits: all changes and events are applied, or none. */
export function describeCommits(test: StoreTest): void {
  describe('put', () => {
    test('overwrites without an expectation', async ({ store }) => {
      await commit(store, [put('a', 1)])
      await commit(store, [put('a', 2)])
      expect(await valueUnder(store, 'a')).toBe(2)
    })

    test('with null: the first write wins', async ({ store }) => {
      await commit(store, [put('a', 'first', null)])
      expect(await store.commit([put('a', 'second', null)], [])).toEqual({ conflict: 0 })
      expect(await valueUnder(store, 'a')).toBe('first')
    })

    test('with a version: overwrites only that version', async ({ store }) => {
      const first = await write(store, 'a', 1)
      const { versions } = await commit(store, [put('a', 2, first)])
      expect(await store.commit([put('a', 3, first)], [])).toEqual({ conflict: 0 })
      expect(await store.get(THINGS, 'a')).toEqual({ value: 2, version: versions[0] })
    })

    test('with the version of a deleted record: is rejected', async ({ store }) => {
      const version = await write(store, 'a')
      await commit(store, [drop('a')])
      expect(await store.commit([put('a', 2, version)], [])).toEqual({ conflict: 0 })
      expect(await valueUnder(store, 'a')).toBeUndefined()
    })

    test('with null: writes after a deletion', async ({ store }) => {
      await write(store, 'a', 1)
      await commit(store, [drop('a')])
      await commit(store, [put('a', 2, null)])
      expect(await valueUnder(store, 'a')).toBe(2)
    })
  })

  describe('delete', () => {
    test('deletes a record, and ignores a missing one', async ({ store }) => {
      await write(store, 'a')
      await commit(store, [drop('a')])
      await commit(store, [drop('a')])
      expect(await store.get(THINGS, 'a')).toBeUndefined()
      expect(await keysOf(store)).toEqual([])
    })

    test('with a version: deletes only that version', async ({ store }) => {
      const first = await write(store, 'a', 1)
      const second = await write(store, 'a', 2)
      expect(await store.commit([drop('a', first)], [])).toEqual({ conflict: 0 })
      expect(await valueUnder(store, 'a')).toBe(2)
      await commit(store, [drop('a', second)])
      expect(await valueUnder(store, 'a')).toBeUndefined()
      expect(await store.commit([drop('a', second)], [])).toEqual({ conflict: 0 })
    })
  })

  describe('check', () => {
    test('admits a commit if a record is as expected, without changing it', async ({ store }) => {
      const version = await write(store, 'relied-on')
      await commit(store, [check('relied-on', version), check('missing', null), put('a')])
      expect(await store.get(THINGS, 'relied-on')).toEqual({ value: { id: 'relied-on' }, version })
      expect(await keysOf(store)).toEqual(['a', 'relied-on'])
    })

    test('refers to the state before the commit, also for records that the commit writes', async ({ store }) => {
      const version = await write(store, 'a')
      await commit(store, [put('b', null), check('b', null), put('a', version), check('a', version)])
      expect(await keysOf(store)).toEqual(['a', 'b'])
    })

    test('rejects a commit if a record differs, is missing, or exists unexpectedly', async ({ store }) => {
      const old = await write(store, 'changed')
      await write(store, 'changed')
      expect(await store.commit([put('a'), check('changed', old)], [])).toEqual({ conflict: 1 })
      expect(await store.commit([put('a'), check('missing', old)], [])).toEqual({ conflict: 1 })
      expect(await store.commit([put('a'), check('changed', null)], [])).toEqual({ conflict: 1 })
      expect(await valueUnder(store, 'a')).toBeUndefined()
    })
  })

  describe('deletePrefix', () => {
    test('deletes exactly the keys with the prefix', async ({ store }) => {
      await fill(store, ['a', 'a:', 'a:b', 'a:b:c', 'a;', 'ab', 'A:b', 'b:a:'])
      await commit(store, [dropPrefix('a:')])
      expect(await keysOf(store)).toEqual(['A:b', 'a', 'a;', 'ab', 'b:a:'])
    })

    test.for(['%', '_', '\\', '*', '?', '[a]', "'", '"', '😀', '\uFFFD'])(
      'takes %j literally',
      async (text, { store }) => {
        const others = ['a', 'aa', 'aaxb', 'aa%', 'aa_', 'aa*', `x${text}`]
        await fill(store, [...others, text, `${text}a`, `${text}b`])
        await commit(store, [dropPrefix(text)])
        expect(await keysOf(store)).toEqual(others.toSorted(byUtf8))
      },
    )

    test('with the empty prefix deletes the whole collection, and no other', async ({ store }) => {
      await fill(store, ['a', 'b'])
      await commit(store, [{ op: 'put', collection: 'others', key: 'a', value: 1 }])
      await commit(store, [dropPrefix('')])
      expect(await store.count(THINGS)).toBe(0)
      expect(await store.count('others')).toBe(1)
    })
  })

  describe('a commit', () => {
    test('is all or nothing, and returns the first change that failed', async ({ store }) => {
      const version = await write(store, 'there', 'old')
      const head = await store.head()
      const refused = await store.commit(
        [
          put('new'),
          put('there', 'changed', version),
          dropPrefix('the'),
          put('there-too', 1, 'no such version'),
          put('there', 2, null),
        ],
        [draft('new'), draft('there')],
      )
      expect(refused).toEqual({ conflict: 3 })
      expect(await keysOf(store)).toEqual(['there'])
      expect(await store.get(THINGS, 'there')).toEqual({ value: 'old', version })
      expect(await store.head()).toBe(head)
      expect(await eventsAfter(store)).toEqual([])
    })

    test('can cover several collections with the same key', async ({ store }) => {
      await commit(store, [
        { op: 'put', collection: 'left', key: 'a', value: 'l' },
        { op: 'put', collection: 'right', key: 'a', value: 'r' },
      ])
      await commit(store, [{ op: 'delete', collection: 'left', key: 'a' }])
      expect(await store.get('left', 'a')).toBeUndefined()
      expect(await store.get('right', 'a')).toMatchObject({ value: 'r' })
      expect(await store.get('neither', 'a')).toBeUndefined()
    })

    test('carries its events, in their order, with their ids', async ({ store }) => {
      const { events } = await commit(store, [put('a'), put('b')], [draft('b'), draft('a'), draft('b', 'again')])
      expect(events.map(({ key, payload }) => [key, payload])).toEqual([
        ['b', { id: 'b' }],
        ['a', { id: 'a' }],
        ['b', 'again'],
      ])
      expect(await eventsAfter(store)).toEqual(events)
    })

    test('can have only events, or nothing', async ({ store }) => {
      const { events, versions } = await commit(store, [], [draft('a')])
      expect(events).toHaveLength(1)
      expect(versions).toEqual([])
      expect(await commit(store, [], [])).toEqual({ events: [], versions: [] })
      expect(await store.head()).toBe(events[0]?._id)
    })

    test('can contain 500 records and their events', async ({ store }) => {
      const keys = Array.from({ length: 500 }, (_, n) => `key:${String(n).padStart(3, '0')}`)
      const { events, versions } = await commit(
        store,
        keys.map((key) => put(key, { key }, null)),
        keys.map((key) => draft(key)),
      )
      expect(events.map(({ key }) => key)).toEqual(keys)
      const stored = await collect(store.scan(THINGS))
      expect(stored).toEqual(keys.map((key, n) => ({ key, value: { key }, version: versions[n] })))
    })
  })
}
