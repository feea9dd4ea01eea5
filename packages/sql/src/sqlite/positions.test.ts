import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Change, ScanOptions, Store } from '@signalbox/core'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { SqliteDatabase, SqliteStatement } from './database.ts'
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
  { weight: 2, arbitrary: fc.record({ write: fc.nat(60), isDelete: fc.boolean(), writer: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ clear: fc.nat(6), writer: fc.nat(2) }) },
)

test('a page reflects concurrent writes', async () => {
  const path = join(folder, 'pages.db')
  const stores = [await openSqlite(path), await openSqlite(path), sqliteStore(new DatabaseSync(path))]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await stores[0]?.commit([{ op: 'deletePrefix', collection: 'things', prefix: '' }], [])
      const stored = new Set<string>()
      for (const one of steps)
        if ('clear' in one) {
          const prefix = `key:0${one.clear}`
          await stores[one.writer]?.commit([{ op: 'deletePrefix', collection: 'things', prefix }], [])
          for (const name of [...stored]) if (name.startsWith(prefix)) stored.delete(name)
        } else if ('write' in one) {
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

/** A database that collects how many keys its queries pass over. */
function counted(db: DatabaseSync) {
  const passed: unknown[] = []
  const counting: SqliteDatabase = {
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
    prepare(sql) {
      const statement = db.prepare(sql) as SqliteStatement
      if (!sql.includes('offset')) return statement
      return {
        run: (...values) => statement.run(...values),
        all: (...values) => statement.all(...values),
        get(...values) {
          passed.push(values.at(-1))
          return statement.get(...values)
        },
      }
    },
  }
  return { counting, passed }
}

test('a page behind a write of this process is not counted again, wherever the write was', async () => {
  const path = join(folder, 'counted.db')
  const { counting, passed } = counted(new DatabaseSync(path))
  const [store, other] = [sqliteStore(counting), await openSqlite(path)]
  const last = async () => {
    await keysOf(store, { skip: 200, limit: 3 })
    return passed.at(-1)
  }
  await store.commit(
    Array.from({ length: 300 }, (_, n) => put(n + 100)),
    [],
  )
  expect([await last(), await last()]).toEqual([200, 0])
  await store.commit([put(900)], [])
  expect(await last()).toBe(0)
  await store.commit([drop(900), put(250)], [])
  expect(await last()).toBe(0)
  await store.commit([drop(100)], [])
  expect([await last(), await last()]).toEqual([1, 0])
  await other.commit([put(901)], [])
  expect(await last()).toBe(200)
  await store.commit(
    Array.from({ length: 200 }, (_, n) => put(n + 1000)),
    [],
  )
  expect(await last()).toBe(200)
  await Promise.all([store.close?.(), other.close?.()])
})

test('pages that are read while records are written are those of the records before or after', async () => {
  const store = sqliteStore(new DatabaseSync(join(folder, 'concurrent.db')))
  await store.commit(
    Array.from({ length: 50 }, (_, n) => put(2 * n)),
    [],
  )
  for (let n = 0; n < 50; n++) {
    const writing = store.commit([n % 2 ? drop(2 * (n >> 1)) : put(2 * n + 1)], [])
    await Promise.all([keysOf(store, { skip: 10, limit: 1 }), keysOf(store, { skip: 30, limit: 1 }), writing])
    const all = await keysOf(store, {})
    for (const skip of [10, 11, 30]) expect(await keysOf(store, { skip, limit: 1 })).toEqual(all.slice(skip, skip + 1))
  }
  await store.close?.()
})
