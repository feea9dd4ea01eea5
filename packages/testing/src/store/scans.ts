import type { ScanOptions } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import { seededRandom } from '../seeded-random.ts'
import { byUtf8, commit, drop, fill, keysOf, put, type StoreTest, THINGS } from './store-test.ts'

const letters = [...'abcdefgh']

/** Scans return records in key order, with the requested start and limit. */
export function describeScans(test: StoreTest): void {
  describe('a scan', () => {
    test('sorts by the UTF-8 bytes of keys', async ({ store }) => {
      const keys = ['Z', 'a', 'a:b', 'a:b:c', 'aa', 'z', '~', 'é', 'ｚ', '\uFFFD', '😀', '😀:a', '😁', '\u{10FFFF}']
      await fill(store, keys.toReversed())
      expect(await keysOf(store)).toEqual(keys)
      expect(keys).toEqual(keys.toSorted(byUtf8))
    })

    test('returns keys, values and versions', async ({ store }) => {
      const { versions } = await commit(store, [put('a', 1)])
      expect(await collect(store.scan(THINGS))).toEqual([{ key: 'a', value: 1, version: versions[0] }])
    })

    test('returns texts in place of values if asked to, or ignores that', async ({ store }) => {
      const { versions } = await commit(store, [put('a', { b: [1, 'ä'] }), put('c', 2)])
      const entries = await collect(store.scan(THINGS, { asText: true, where: ['a'] }))
      const [version] = versions
      expect([
        [{ key: 'a', value: undefined, text: '{"b":[1,"ä"]}', version }],
        [{ key: 'a', value: { b: [1, 'ä'] }, version }],
      ]).toContainEqual(entries)
    })

    test('of an unused collection is empty', async ({ store }) => {
      await fill(store, letters)
      expect(await keysOf(store, {}, 'nothing')).toEqual([])
      expect(await store.count('nothing')).toBe(0)
    })

    test('separates collections with any names', async ({ store }) => {
      const collections = ['a', 'a:b', 'A', 'a%']
      for (const collection of collections) await commit(store, [{ op: 'put', collection, key: collection, value: 1 }])
      for (const collection of collections) expect(await keysOf(store, {}, collection)).toEqual([collection])
    })

    test.for<[ScanOptions, string]>([
      [{ after: 'c' }, 'defgh'],
      [{ after: 'cc' }, 'defgh'],
      [{ after: '' }, 'abcdefgh'],
      [{ after: 'h' }, ''],
      [{ skip: 6 }, 'gh'],
      [{ skip: 9 }, ''],
      [{ limit: 3 }, 'abc'],
      [{ limit: 0 }, ''],
      [{ limit: 99 }, 'abcdefgh'],
      [{ skip: 2, limit: 2 }, 'cd'],
      [{ after: 'b', skip: 1, limit: 2 }, 'de'],
      [{ where: [] }, 'abcdefgh'],
      [{ where: ['*'] }, 'abcdefgh'],
      [{ where: ['a,c,e,g'], skip: 1, limit: 2 }, 'ce'],
      [{ where: ['a,c,e,g'], after: 'c' }, 'eg'],
      [{ where: ['e,g'], after: 'a' }, 'eg'],
      [{ where: ['a,c,e', 'c,e,g'] }, 'ce'],
      [{ where: ['a,c,e', '*', '!e', 'c,e'] }, 'c'],
      [{ where: ['*', ''] }, ''],
    ])('with %j gives %j', async ([options, expected], { store }) => {
      await fill(store, letters)
      expect((await keysOf(store, options)).join('')).toBe(expected)
    })

    test('is consistent for all combinations of options', async ({ store }) => {
      const keys = ['a', 'a:1', 'a:1:x', 'a:2', 'ab', 'b', 'b:1', 'b:1:x', '😀', '😀:1', '\uFFFD:1']
      await fill(store, keys)
      const below: Record<string, (key: string) => boolean> = {
        'a:*': (key) => key.startsWith('a:'),
        '*:1': (key) => key.endsWith(':1'),
        '*1*': (key) => key.includes('1'),
        '!b*': (key) => !key.startsWith('b'),
      }
      const random = seededRandom(1)
      const pick = <T>(from: readonly T[]): T => from[(random(1)[0] as number) % from.length] as T
      for (let round = 0; round < 150; round++) {
        const where = Array.from({ length: pick([0, 1, 2]) }, () => pick(Object.keys(below)))
        const after = pick([undefined, ...keys, 'a:', '😀:0'])
        const [skip, limit] = [pick([0, 1, 3]), pick([1, 2, 20])]
        const matching = keys.filter((key) => where.every((pattern) => below[pattern]?.(key))).sort(byUtf8)
        const expected = matching
          .filter((key) => after === undefined || byUtf8(key, after) > 0)
          .slice(skip, skip + limit)
        const options = { where, skip, limit, ...(after !== undefined && { after }) }
        expect(await keysOf(store, options), JSON.stringify(options)).toEqual(expected)
        expect(await store.count(THINGS, { where })).toBe(matching.length)
      }
    })

    test('returns a persistent key exactly once, during any writes', async ({ store }) => {
      const lasting = Array.from({ length: 400 }, (_, n) => `key:${String(n).padStart(3, '0')}`)
      await fill(store, lasting)
      await fill(
        store,
        lasting.map((key) => `${key}:fleeting`),
      )
      const seen: string[] = []
      for await (const { key } of store.scan(THINGS)) {
        const n = seen.push(key)
        if (n % 40 !== 0) continue
        await commit(store, [
          put(`key:000:${n}`),
          put(`${key}:next`),
          put(`key:999:${n}`),
          put(lasting[200] as string, n),
        ])
        await commit(store, [drop(`${lasting[n / 4]}:fleeting`), drop(`${lasting[399 - n / 4]}:fleeting`)])
      }
      expect(seen.filter((key) => lasting.includes(key))).toEqual(lasting)
      expect(seen).toEqual([...new Set(seen)].sort(byUtf8))
    })

    test('can be left early, and run beside another', async ({ store }) => {
      await fill(store, letters)
      const pairs: string[] = []
      for await (const { key: outer } of store.scan(THINGS)) {
        for await (const { key: inner } of store.scan(THINGS, { after: outer })) {
          pairs.push(outer + inner)
          break
        }
        if (outer === 'c') break
      }
      expect(pairs).toEqual(['ab', 'bc', 'cd'])
      await commit(store, [put('z')])
      expect(await keysOf(store, { after: 'h' })).toEqual(['z'])
    })
  })

  describe('count', () => {
    test('follows what is written and deleted', async ({ store }) => {
      await fill(store, letters)
      await commit(store, [put('a', 'again'), put('z', 1, null)])
      expect(await store.count(THINGS)).toBe(9)
      await commit(store, [drop('a'), drop('not there')])
      expect(await store.count(THINGS)).toBe(8)
      expect(await store.count(THINGS, { where: ['a,b,c'] })).toBe(2)
      expect(await store.count(THINGS, { where: ['a,b,c', 'c,d'] })).toBe(1)
      expect(await store.count(THINGS, { where: [''] })).toBe(0)
    })
  })
}
