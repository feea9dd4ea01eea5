import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Change, ScanOptions, Store } from '@signalbox/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from './open.ts'
import { sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = (n: number) => `key:${String(n).padStart(3, '0')}`
const put = (n: number): Change => ({ op: 'put', collection: 'things', key: key(n), value: n })
const drop = (n: number): Change => ({ op: 'delete', collection: 'things', key: key(n) })

async function keysOf(store: Store, options: ScanOptions): Promise<string[]> {
  const keys: string[] = []
  for await (const entry of store.scan('things', options)) keys.push(entry.key)
  return keys
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ skip: fc.nat(60), isPrefix: fc.boolean(), reader: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ write: fc.nat(60), isDelete: fc.boolean(), writer: fc.nat(2) }) },
)

test('a page reflects concurrent writes', async () => {
  const path = join(folder, 'pages.db')
  const stores = [await openSqlite(path), await openSqlite(path), sqliteStore(new DatabaseSync(path))]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await stores[0]?.commit([{ op: 'deletePrefix', collection: 'things', prefix: '' }], [])
      const stored = new Set<string>()
      for (const one of steps)
        if ('write' in one) {
          await stores[one.writer]?.commit([one.isDelete ? drop(one.write) : put(one.write)], [])
          if (one.isDelete) stored.delete(key(one.write))
          else stored.add(key(one.write))
        } else {
          const options = { skip: one.skip, limit: 3, ...(one.isPrefix && { where: ['key:0*'] }) }
          const expected = [...stored].toSorted().slice(one.skip, one.skip + 3)
          expect(await keysOf(stores[one.reader] as Store, options)).toEqual(expected)
        }
    }),
  )
  for (const store of stores) await store.close?.()
})
