import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSignalbox, type Index, type Store } from '@signalbox/core'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { callsByIndex, manySubscriptions, OWNED } from '../subscriptions.fixture.ts'
import type { SqliteDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openSqlite } from './open.ts'
import { sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

/** Creates a file with records and without indexes. */
function fileWith(records: number): string {
  const path = join(folder, `${files++}.db`)
  const db = new DatabaseSync(path)
  migrate(db)
  insertDirectly(db, manySubscriptions(records))
  db.exec(`insert into signalbox_collections values ('subscriptions', ${records})`)
  db.close()
  return path
}

/** Writes as a process does that does not know about indexes. */
function insertDirectly(db: DatabaseSync, records: readonly { readonly id: string }[]): void {
  const insert = db.prepare(
    `insert into signalbox_records (collection, key, version, value) values ('subscriptions', ?, 1, ?)`,
  )
  db.exec('begin')
  for (const record of records) insert.run(record.id, JSON.stringify(record))
  db.exec('commit')
}

const ownersOf = (store: Store): Promise<Index> =>
  vi.waitFor(async () => {
    const index = await store.index?.('subscriptions', 'owner_ref')
    if (!index) throw new Error('The index is not built')
    return index
  })

test('records from before an index are added to it when the file is opened', async () => {
  const path = fileWith(2500)
  const box = createSignalbox({ store: await openSqlite(path) })
  onTestFinished(() => box.close())
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  await vi.waitFor(() => {
    const { open } = db.prepare('select count(*) as open from signalbox_indexes where is_built = 0').get() as {
      open: number
    }
    const { built } = db.prepare('select count(*) as built from signalbox_indexes').get() as { built: number }
    expect([open, built > 0]).toEqual([0, true])
  })
  const { results, metadata } = await box.subscriptions.list({ filter: { owner_ref: OWNED.owner } })
  expect([results.map(({ id }) => id), metadata.count]).toEqual([OWNED.ids(2500), OWNED.ids(2500).length])
})

test('the number of records with a common text is kept, whoever writes them', async () => {
  const path = fileWith(10)
  const store = await openSqlite(path)
  onTestFinished(() => store.close?.())
  const index = await ownersOf(store)
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  const many = Array.from({ length: 1200 }, (_, n) => ({ id: `many-${n}`, owner_ref: 'common' }) as never)
  insertDirectly(db, many)
  expect(await index.count({ text: 'common' })).toBe(1200)
  const kept = db.prepare("select entries from signalbox_sizes where term = '=common'")
  await vi.waitFor(() => expect(kept.get()?.entries).toBe(1200))
  db.exec("delete from signalbox_records where key like 'many-1%'")
  await store.commit([{ op: 'put', collection: 'subscriptions', key: 'late', value: { owner_ref: 'common' } }], [])
  let left = 0
  for await (const _ of index.keys({ text: 'common' })) left++
  expect([await index.count({ text: 'common' }), kept.get()?.entries]).toEqual([left, left])
  db.exec("update signalbox_sizes set entries = 7 where term = '=common'")
  expect(await index.count({ text: 'common' }), 'it is not counted again').toBe(7)
})

test('writes of a process that does not know an index maintain it', async () => {
  const path = fileWith(10)
  const store = await openSqlite(path)
  onTestFinished(() => store.close?.())
  const index = await ownersOf(store)
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  insertDirectly(db, [{ id: 'new', owner_ref: 'late' } as never])
  expect(await index.count({ text: 'late' })).toBe(1)
  db.exec(`update signalbox_records set value = '{"owner_ref":"later"}' where key = 'new'`)
  expect([await index.count({ text: 'late' }), await index.count({ text: 'later' })]).toEqual([0, 1])
  db.exec("delete from signalbox_records where key = 'new'")
  expect(await index.count({ text: 'later' })).toBe(0)
})

test('an interrupted build continues', async () => {
  const path = fileWith(4000)
  const first = await openSqlite(path)
  expect(await first.index?.('subscriptions', 'owner_ref')).toBeUndefined()
  await first.close?.()
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  const { terms } = db.prepare('select count(*) as terms from signalbox_terms').get() as { terms: number }
  expect(terms).toBeGreaterThan(0)
  expect(terms).toBeLessThan(4000)
  db.exec(
    "update signalbox_terms set term = '=before' where key in (select key from signalbox_terms order by key limit 1)",
  )
  const second = await openSqlite(path)
  onTestFinished(() => second.close?.())
  const index = await ownersOf(second)
  expect(await index.count({ prefix: '' })).toBe(4000)
  expect(await index.count({ text: 'before' })).toBe(1)
})

test('two processes that build the same index build it once', async () => {
  const path = fileWith(3000)
  const stores = await Promise.all([openSqlite(path), openSqlite(path)])
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close?.()))))
  const indexes = await Promise.all(stores.map(ownersOf))
  for (const index of indexes) {
    expect(await index.count({ prefix: '' })).toBe(3000)
    expect(await index.count({ text: OWNED.owner })).toBe(OWNED.ids(3000).length)
  }
})

test('a build yields the thread between steps', async () => {
  const store = await openSqlite(fileWith(5000))
  onTestFinished(() => store.close?.())
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await ownersOf(store)
  isOver = true
  expect(turns).toBeGreaterThan(5)
})

test('a failed build is reported once, and lists work without the index', async () => {
  const path = fileWith(300)
  const report = vi.fn()
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  const store = sqliteStore(db, { report, busyTimeout: 20 })
  onTestFinished(() => store.close?.())
  await store.head()
  db.exec("create trigger broken before insert on signalbox_terms begin select raise(abort, 'broken'); end")
  const box = createSignalbox({ store: { ...store, close: async () => {} } })
  onTestFinished(() => box.close())
  for (let n = 0; n < 2; n++)
    expect((await box.subscriptions.list({ filter: { owner_ref: OWNED.owner } })).metadata.count).toBe(
      OWNED.ids(300).length,
    )
  expect(report).toHaveBeenCalledTimes(1)
  db.exec('drop trigger broken')
  expect(await (await ownersOf(store)).count({ prefix: '' })).toBe(300)
})

test('lists read only the records of their page', async () => {
  const db = new DatabaseSync(':memory:')
  let values = 0
  const counting: SqliteDatabase = {
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
    prepare(sql) {
      const statement = db.prepare(sql)
      const note = <T>(rows: T[]): T[] => {
        values += rows.filter((row) => (row as { value?: unknown } | undefined)?.value !== undefined).length
        return rows
      }
      return {
        run: (...args) => statement.run(...args),
        get: (...args) => note([statement.get(...args)])[0],
        all: (...args) => note(statement.all(...args)),
      }
    },
  }
  const store = sqliteStore(counting)
  const records = manySubscriptions(3000)
  for (let at = 0; at < records.length; at += 500)
    await store.commit(
      records.slice(at, at + 500).map((value) => ({ op: 'put', collection: 'subscriptions', key: value.id, value })),
      [],
    )
  const box = createSignalbox({ store })
  onTestFinished(() => box.close())
  for (const member of ['owner_ref', 'api_ref', 'plan_ref', 'name'])
    await vi.waitFor(async () => expect(await store.index?.('subscriptions', member)).toBeDefined())
  for (const call of callsByIndex(box)) {
    values = 0
    await call()
    expect(values).toBeLessThan(50)
  }
})
