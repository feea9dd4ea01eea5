import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import { check, commit, drop, dropPrefix, put, type StoreTest, THINGS, write } from './store-test.ts'

/** Versions: each state of a record has its own. */
export function describeVersions(test: StoreTest): void {
  describe('a version', () => {
    test('is returned by the commit for each written record, and by every read', async ({ store }) => {
      await write(store, 'gone')
      const { versions } = await commit(store, [put('a'), drop('gone'), check('x', null), dropPrefix('y'), put('b')])
      expect(versions).toEqual([expect.any(String), undefined, undefined, undefined, expect.any(String)])
      expect((await store.get(THINGS, 'a'))?.version).toBe(versions[0])
      const scanned = await collect(store.scan(THINGS))
      expect(scanned.map(({ version }) => version)).toEqual([versions[0], versions[4]])
    })

    test('changes with every write, even of the same value', async ({ store }) => {
      expect(await write(store, 'a', 1)).not.toBe(await write(store, 'a', 1))
    })

    test('stays while other records change', async ({ store }) => {
      const version = await write(store, 'a')
      await write(store, 'b')
      await commit(store, [drop('b')])
      expect((await store.get(THINGS, 'a'))?.version).toBe(version)
    })

    test('is never reused for a key, not even after a delete', async ({ store }) => {
      const seen: string[] = []
      for (const remove of [drop('a'), dropPrefix('a'), drop('a'), dropPrefix('')])
        for (let n = 0; n < 5; n++) {
          seen.push(await write(store, 'a', n), await write(store, 'a', n))
          await commit(store, [remove])
        }
      expect(new Set(seen).size).toBe(seen.length)
    })

    test('prevents writes that expect the record before a delete', async ({ store }) => {
      const before = await write(store, 'a', 'old')
      await commit(store, [drop('a')])
      await write(store, 'a', 'old')
      expect(await store.commit([put('a', 'late', before)], [])).toEqual({ conflict: 0 })
    })
  })
}
