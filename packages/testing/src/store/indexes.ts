import type { Index, IndexCondition, IndexEntry, IndexPart, IndexScan, IndexValue, Store } from '@signalbox/core'
import { describe, expect, vi } from 'vitest'
import { collect } from '../collect.ts'
import { byUtf8, commit, drop, dropPrefix, put, type StoreTest, THINGS } from './store-test.ts'

const TEXTS = { prefix: '' } as const
const ABSENT = { kind: 'absent' } as const
const OTHER = { kind: 'other' } as const
/** A condition on another member. */
const round: IndexCondition = { member: 'shape', parts: [{ text: 'round' }] }

/** The index on a member of things, once it is built. */
export const builtIndex = (store: Store, member: string, collection = THINGS): Promise<Index> =>
  vi.waitFor(
    async () => {
      const index = await store.index?.(collection, member)
      if (!index) throw new Error(`The index of ${member} is not built`)
      return index
    },
    { timeout: 20_000, interval: 10 },
  )

/** The index on a member within a value of another one, once it is built. */
export const builtWithin = (store: Store, member: string, within: IndexValue, collection = THINGS): Promise<Index> =>
  vi.waitFor(
    async () => {
      const index = await store.indexWithin?.(collection, member, within)
      if (!index) throw new Error(`The index of ${within.member} and ${member} is not built`)
      return index
    },
    { timeout: 20_000, interval: 10 },
  )

/** A thing with or without a name. */
const named = (key: string, name?: unknown) => put(key, name === undefined ? { id: key } : { id: key, name })

const keysOf = async (entries: AsyncIterable<IndexEntry>): Promise<string> =>
  (await collect(entries)).map(({ key }) => key).join(' ')

const everyKey = async (index: Index): Promise<string> =>
  [await keysOf(index.keys(TEXTS)), await keysOf(index.keys(ABSENT)), await keysOf(index.keys(OTHER))].join('|')

/** Indexes: entries of records by one of their members. Stores without indexes pass. */
export function describeIndexes(test: StoreTest): void {
  describe('an index', () => {
    test.beforeEach(({ store, skip }) => {
      if (!store.index) skip()
    })

    test('sorts by the UTF-8 bytes of texts in both directions, then by key', async ({ store }) => {
      const texts = ['', 'Z', 'a', 'a b', 'aa', '~', 'é', '\uFFFD', '😀', '\u{10FFFF}']
      await commit(store, [
        ...texts.toReversed().map((text, i) => named(`k${i}`, text)),
        named('k', 'a'),
        named('z', 'a'),
      ])
      const index = await builtIndex(store, 'name')
      const up = await collect(index.keys(TEXTS))
      expect(up.map(({ text }) => text)).toEqual([...texts, 'a', 'a'].sort(byUtf8))
      expect(await keysOf(index.keys({ text: 'a' }))).toBe('k k7 z')
      expect(await keysOf(index.keys({ text: 'a' }, { descending: true }))).toBe('k k7 z')
      const down = await collect(index.keys(TEXTS, { descending: true }))
      expect(down.map(({ text }) => text)).toEqual([...texts, 'a', 'a'].sort(byUtf8).toReversed())
      expect(down.filter(({ text }) => text === 'a').map(({ key }) => key)).toEqual(['k', 'k7', 'z'])
    })

    test('has one entry for each record: a text, absent, or other', async ({ store }) => {
      const index = await builtIndex(store, 'name')
      await commit(store, [
        named('a', 'x'),
        named('b'),
        named('c', 1),
        named('d', null),
        named('e', ['x']),
        put('f', 'x'),
      ])
      await commit(store, [
        named('g', true),
        put('h', [{ name: 'x' }]),
        put('i', { sub: { name: 'x' } }),
        put('j', null),
      ])
      expect(await collect(index.keys(TEXTS))).toEqual([{ key: 'a', text: 'x' }])
      expect(await keysOf(index.keys(ABSENT))).toBe('b f h i j')
      expect(await keysOf(index.keys(OTHER))).toBe('c d e g')
      expect([await index.count(TEXTS), await index.count(ABSENT), await index.count(OTHER)]).toEqual([1, 5, 4])
    })

    test.for(['a\u0000b', 'C:\\users', '\u0001', 'line\nbreak', 'x'.repeat(10_000), '"\\u0000', 'ü'.repeat(256)])(
      'has %j as a text, or among the others',
      async (text, { store }) => {
        const index = await builtIndex(store, 'name')
        await commit(store, [named('a', 'plain'), named('b', text)])
        const found = [await keysOf(index.keys({ text })), await keysOf(index.keys(OTHER))]
        expect(found.filter((keys) => keys !== '')).toEqual(['b'])
        expect(await keysOf(index.keys({ text: 'plain' }))).toBe('a')
        await commit(store, [drop('b')])
        expect(await everyKey(index)).toBe('a||')
      },
    )

    test.for<[IndexPart, object, string]>([
      [{ text: 'red' }, {}, 'a c e'],
      [{ text: 'red' }, { skip: 1, limit: 1 }, 'c'],
      [{ text: 'red' }, { skip: 3 }, ''],
      [{ text: 'red' }, { limit: 0 }, ''],
      [{ text: 'red' }, { where: ['c,d,e'] }, 'c e'],
      [{ text: 'red' }, { where: ['c,d,e', '!c'], limit: 5 }, 'e'],
      [{ text: 'red' }, { where: ['!a'], skip: 1 }, 'e'],
      [{ text: 'red' }, { where: [''] }, ''],
      [{ text: 're' }, {}, ''],
      [{ text: '' }, {}, ''],
      [{ text: 'red\u0000' }, {}, ''],
      [{ prefix: 're' }, {}, 'a c e b'],
      [{ prefix: 're' }, { descending: true }, 'b a c e'],
      [{ prefix: 're' }, { descending: true, skip: 1, limit: 2 }, 'a c'],
      [{ prefix: '' }, { where: ['*'], skip: 1 }, 'd a c e b'.slice(2)],
      [{ prefix: '%' }, {}, ''],
      [{ prefix: '\u{10FFFF}' }, {}, ''],
      [{ kind: 'absent' }, { where: ['f*'] }, 'f:1 f:2'],
      [{ kind: 'absent' }, { skip: 1, limit: 1 }, 'f:2'],
      [{ kind: 'other' }, {}, ''],
    ])('%j with %j is %s', async ([part, options, expected], { store }) => {
      const index = await builtIndex(store, 'name')
      await commit(store, [named('a', 'red'), named('b', 'reddish'), named('c', 'red'), named('d', 'blue')])
      await commit(store, [named('e', 'red'), named('f:1'), named('f:2'), named('g:1')])
      expect(await keysOf(index.keys(part, options))).toBe(expected)
      const { where } = options as { where?: readonly string[] }
      const counted = await index.count(part, { ...(where && { where }) })
      expect(counted).toBe((await collect(index.keys(part, { ...(where && { where }) }))).length)
    })

    test.for<[IndexPart, IndexScan, string]>([
      [{ text: 'red' }, { also: [round] }, 'a c'],
      [{ text: 'red' }, { also: [round], skip: 1, limit: 1 }, 'c'],
      [{ text: 'red' }, { also: [round], where: ['b*,c*'] }, 'c'],
      [{ text: 'red' }, { also: [round], where: ['c*'] }, 'c'],
      [{ text: 'red' }, { also: [round], where: ['*c'] }, 'c'],
      [{ text: 'red' }, { also: [round, { member: 'size', parts: [ABSENT] }] }, 'a'],
      [{ text: 'red' }, { also: [{ member: 'size', parts: [OTHER, ABSENT] }] }, 'a c e'],
      [{ text: 'red' }, { also: [{ member: 'shape', parts: [{ text: 'red' }] }] }, ''],
      [{ text: 'red' }, { also: [{ member: 'shape', parts: [] }] }, ''],
      [{ text: 'red' }, { also: [{ member: 'shape', parts: [{ text: '\u0000' }] }] }, ''],
      [TEXTS, { also: [round] }, 'd a c'],
      [TEXTS, { also: [round], descending: true }, 'a c d'],
      [TEXTS, { also: [round], descending: true, skip: 1, limit: 1 }, 'c'],
      [TEXTS, { also: [round], where: ['!a'] }, 'd c'],
      [ABSENT, { also: [round] }, 'b:1'],
    ])('%j with %j has the keys %s', async ([part, options, expected], { store }) => {
      const index = await builtIndex(store, 'name')
      for (const member of ['shape', 'size']) await builtIndex(store, member)
      await commit(store, [
        put('a', { name: 'red', shape: 'round' }),
        put('b:1', { shape: 'round' }),
        put('c', { name: 'red', shape: 'round', size: 7 }),
        put('d', { name: 'blue', shape: 'round' }),
        put('e', { name: 'red', shape: 'square' }),
      ])
      expect(await keysOf(index.keys(part, options))).toBe(expected)
      const { skip: _skip, limit: _limit, ...which } = options
      expect(await index.count(part, which)).toBe((await collect(index.keys(part, which))).length)
    })

    test('follows every accepted change', async ({ store }) => {
      const index = await builtIndex(store, 'name')
      await commit(store, [named('a', 'x'), named('b', 'x'), named('c:1', 'y'), named('c:2'), named('d', 1)])
      expect(await everyKey(index)).toBe('a b c:1|c:2|d')
      await commit(store, [named('a', 'z'), named('c:2', 'x'), named('d')])
      expect(await everyKey(index)).toBe('b c:2 c:1 a|d|')
      expect(await store.commit([named('b', 'q'), put('a', {}, null)], [])).toEqual({ conflict: 1 })
      expect(await everyKey(index)).toBe('b c:2 c:1 a|d|')
      await commit(store, [drop('a'), named('e', 'x'), drop('e'), named('b'), named('b', 'x')])
      expect(await everyKey(index)).toBe('b c:2 c:1|d|')
      await commit(store, [dropPrefix('c:'), { op: 'put', collection: 'others', key: 'a', value: { name: 'x' } }])
      expect(await everyKey(index)).toBe('b|d|')
      await commit(store, [dropPrefix('')])
      expect(await everyKey(index)).toBe('||')
    })

    test('counts what many records have in common, after every change', async ({ store }) => {
      const index = await builtIndex(store, 'name')
      const keys = Array.from({ length: 1500 }, (_, n) => `key:${String(n).padStart(4, '0')}`)
      for (let at = 0; at < keys.length; at += 500)
        await commit(
          store,
          keys.slice(at, at + 500).map((key) => named(key, 'common')),
        )
      const changes = [
        [],
        [named('new', 'common'), named('other', 'rare')],
        [drop('key:0001'), drop('key:0002'), named('key:0003', 'rare'), named('key:0004', 'common')],
        [dropPrefix('key:01')],
        [named('key:0003', 'common'), drop('new'), named('new', 'common')],
      ]
      const counts = []
      for (const step of changes) {
        await commit(store, step)
        // Counted twice, because a store may keep the number after it has counted once.
        for (const _ of [1, 2]) counts.push(await index.count({ text: 'common' }))
      }
      expect(counts).toEqual([1500, 1501, 1498, 1398, 1399].flatMap((count) => [count, count]))
      expect(counts.at(-1)).toBe((await collect(index.keys({ text: 'common' }))).length)
    })

    test('contains earlier records, with concurrent writes during its build', async ({ store }) => {
      const keys = Array.from({ length: 3000 }, (_, n) => `key:${String(n).padStart(4, '0')}`)
      for (let at = 0; at < keys.length; at += 500)
        await commit(
          store,
          keys.slice(at, at + 500).map((key) => named(key, `name ${key.at(-1)}`)),
        )
      const building = store.index?.(THINGS, 'name')
      for (let n = 0; n < 30; n++)
        await commit(store, [
          named(`key:${n * 90}`, 'name 3'),
          named(keys[n * 97] as string, 'changed'),
          drop(keys[n * 89 + 1] as string),
        ])
      await building
      const index = await builtIndex(store, 'name')
      const stored = (await collect(store.scan(THINGS))).map(({ key, value }) => ({
        key,
        text: (value as { name: string }).name,
      }))
      const expected = stored.toSorted((a, b) => byUtf8(a.text, b.text) || byUtf8(a.key, b.key))
      expect(await collect(index.keys(TEXTS))).toEqual(expected)
      expect(await index.count({ text: 'changed' })).toBe(stored.filter(({ text }) => text === 'changed').length)
      expect(await index.count(OTHER)).toBe(0)
    })

    test('continues after the last entry while records change', async ({ store }) => {
      const index = await builtIndex(store, 'name')
      const keys = Array.from({ length: 2500 }, (_, n) => `key:${String(n).padStart(4, '0')}`)
      for (let at = 0; at < keys.length; at += 500)
        await commit(
          store,
          keys.slice(at, at + 500).map((key) => named(key, key)),
        )
      for (const descending of [false, true]) {
        const seen: string[] = []
        for await (const { key } of index.keys(TEXTS, { descending })) {
          if (seen.push(key) % 500 === 0) await commit(store, [named(`${key}:new`, 'before all'), drop(`${key}:new`)])
        }
        expect(seen).toEqual(descending ? keys.toReversed() : keys)
      }
    })

    test('returns existing records by key', async ({ store }) => {
      const index = await builtIndex(store, 'name')
      const { versions } = await commit(store, [named('a', 'x'), named('b')])
      const picked = await index.pick(['b', 'gone', 'a'])
      expect(picked.toSorted((a, b) => byUtf8(a.key, b.key))).toEqual([
        { key: 'a', value: { id: 'a', name: 'x' }, version: versions[0] },
        { key: 'b', value: { id: 'b' }, version: versions[1] },
      ])
      expect(await index.pick([])).toEqual([])
    })

    test('belongs to one member and collection', async ({ store }) => {
      const [names, colours] = [await builtIndex(store, 'name'), await builtIndex(store, 'colour')]
      const others = await builtIndex(store, 'name', 'others')
      await commit(store, [
        put('a', { name: 'x', colour: 'y' }),
        { op: 'put', collection: 'others', key: 'b', value: { name: 'x' } },
      ])
      expect([await everyKey(names), await everyKey(colours), await everyKey(others)]).toEqual(['a||', 'a||', 'b||'])
      expect(await keysOf(colours.keys({ text: 'x' }))).toBe('')
    })
  })

  describe('an index within a value of another member', () => {
    test.beforeEach(({ store, skip }) => {
      if (!store.indexWithin) skip()
    })

    const RED = { member: 'colour', text: 'red' } as const
    const thing = (key: string, colour?: unknown, name?: unknown) =>
      put(key, { id: key, ...(colour !== undefined && { colour }), ...(name !== undefined && { name }) })

    /** The names of things that are red. Lists ask for the indexes of both members first. */
    async function namesOfRed(store: Store): Promise<Index> {
      for (const member of ['colour', 'name', 'shape']) await builtIndex(store, member)
      return builtWithin(store, 'name', RED)
    }

    test('has the entries of the records with this value alone', async ({ store }) => {
      const names = await namesOfRed(store)
      await commit(store, [
        thing('a', 'red', 'z'),
        thing('b', 'red', 'A'),
        thing('c', 'reddish', 'z'),
        thing('d', 're', 'z'),
      ])
      await commit(store, [
        thing('e', 'red'),
        thing('f', 'red', 7),
        thing('g', 7, 'z'),
        thing('h', undefined, 'z'),
        thing('i', 'red', ''),
      ])
      expect(await collect(names.keys(TEXTS))).toEqual([
        { key: 'i', text: '' },
        { key: 'b', text: 'A' },
        { key: 'a', text: 'z' },
      ])
      expect(await everyKey(names)).toBe('i b a|e|f')
      expect(await keysOf(names.keys(TEXTS, { descending: true, limit: 2 }))).toBe('a b')
      expect(await Promise.all([{ text: 'z' }, TEXTS, ABSENT, OTHER].map((part) => names.count(part)))).toEqual([
        1, 3, 1, 1,
      ])
      expect(await keysOf((await builtWithin(store, 'name', { ...RED, text: 're' })).keys(TEXTS))).toBe('d')
      expect(await keysOf((await builtWithin(store, 'name', { ...RED, text: '' })).keys(TEXTS))).toBe('')
      expect((await names.pick(['a'])).map(({ key }) => key)).toEqual(['a'])
    })

    test.for<[IndexPart, IndexScan, string]>([
      [TEXTS, { skip: 1 }, 'b c:1'],
      [TEXTS, { descending: true, skip: 1 }, 'a b'],
      [TEXTS, { where: ['c*'] }, 'c:1'],
      [TEXTS, { where: ['c*'], descending: true }, 'c:1'],
      [TEXTS, { where: ['!a,!b'] }, 'c:1'],
      [TEXTS, { also: [round] }, 'a c:1'],
      [TEXTS, { also: [round], where: ['a*'] }, 'a'],
      [{ text: 'x' }, {}, 'a b'],
      [{ text: 'x' }, { also: [round] }, 'a'],
      [{ prefix: 'y' }, {}, 'c:1'],
    ])('%j with %j has the keys %s', async ([part, options, expected], { store }) => {
      const names = await namesOfRed(store)
      const shaped = (key: string, colour: string, name: string, shape: string) => put(key, { colour, name, shape })
      await commit(store, [shaped('a', 'red', 'x', 'round'), shaped('b', 'red', 'x', 'square')])
      await commit(store, [shaped('c:1', 'red', 'y', 'round'), shaped('d', 'blue', 'x', 'round')])
      expect(await keysOf(names.keys(part, options))).toBe(expected)
      const { skip: _skip, limit: _limit, ...which } = options
      expect(await names.count(part, which)).toBe((await collect(names.keys(part, which))).length)
    })

    test('follows every accepted change', async ({ store }) => {
      const names = await namesOfRed(store)
      await commit(store, [thing('a', 'red', 'x'), thing('b', 'red', 'y'), thing('c', 'blue', 'x')])
      await commit(store, [thing('a', 'red', 'z'), thing('c', 'red', 'x')])
      expect(await everyKey(names)).toBe('c b a||')
      await commit(store, [thing('c', 'blue', 'x'), drop('b'), thing('d', 'red', 'd')])
      expect(await everyKey(names)).toBe('d a||')
      await commit(store, [dropPrefix('')])
      expect(await everyKey(names)).toBe('||')
    })

    test('keeps texts apart that contain control characters or are long', async ({ store }) => {
      const names = await namesOfRed(store)
      const long = 'l'.repeat(200)
      await commit(store, [
        thing('a', 'red', 'x\u0001y'),
        thing('b', 'red\u0001=x', 'y'),
        thing('c', 'red', long),
        thing('d', long, 'x'),
      ])
      expect([await keysOf(names.keys({ text: 'y' })), await keysOf(names.keys({ prefix: 'x' }))]).toEqual(['', ''])
      expect((await names.count(TEXTS)) + (await names.count(OTHER))).toBe(2)
      for (const text of ['red\u0001', '\u0000', '\ud800', long]) {
        const index = await store.indexWithin?.(THINGS, 'name', { member: 'colour', text })
        expect(index ? await keysOf(index.keys(TEXTS)) : '').toBe(text === long && index ? 'd' : '')
      }
    })

    test('contains earlier records, with concurrent writes during its build', async ({ store }) => {
      const keys = Array.from({ length: 1500 }, (_, n) => `key:${String(n).padStart(4, '0')}`)
      for (let at = 0; at < keys.length; at += 500)
        await commit(
          store,
          keys.slice(at, at + 500).map((key, n) => thing(key, n % 3 === 0 ? 'red' : 'blue', `name ${key.at(-1)}`)),
        )
      for (const member of ['colour', 'name']) await builtIndex(store, member)
      const building = store.indexWithin?.(THINGS, 'name', RED)
      for (let n = 0; n < 20; n++)
        await commit(store, [thing(keys[n * 73] as string, 'red', 'changed'), drop(keys[n * 71 + 1] as string)])
      await building
      const names = await builtWithin(store, 'name', RED)
      const stored = (await collect(store.scan(THINGS)))
        .map(({ key, value }) => ({ key, ...(value as { colour: string; name: string }) }))
        .filter(({ colour }) => colour === 'red')
      const expected = stored.toSorted((a, b) => byUtf8(a.name, b.name) || byUtf8(a.key, b.key)).map(({ key }) => key)
      expect(await keysOf(names.keys(TEXTS))).toBe(expected.join(' '))
      expect(await names.count({ text: 'changed' })).toBe(stored.filter(({ name }) => name === 'changed').length)
    })
  })
}
