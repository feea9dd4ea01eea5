import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSignalbox } from '@signalbox/core'
import { afterAll, expect, test } from 'vitest'
import { migrations } from './migrate.ts'
import { openSqlite } from './open.ts'
import { migrateSqlite, sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MINUTE = 60_000

test('events that one process wrote and another deleted are not read from the memory of the first', async () => {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const path = join(folder, 'box.db')
  const [store, other] = [await openSqlite(path, { clock }), await openSqlite(path, { clock })]
  const [box, cleaner] = [createSignalbox({ store, clock }), createSignalbox({ store: other, clock })]
  const keysAfter = async (after: number) => {
    const keys: string[] = []
    for await (const { key } of store.read({ after })) keys.push(key)
    return keys
  }
  const create = (id: string) => box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })

  await create('old')
  now += MINUTE
  await create('new')
  expect(await keysAfter(0)).toEqual(['old', 'new'])
  await other.trim(new Date(now - MINUTE / 2))
  const [first] = (await box.events.history({ domains: 'Feature' })).results
  expect(first?.key).toBe('new')
  expect(await keysAfter(0)).toEqual(['new'])
  await Promise.all([box.close(), cleaner.close()])
})

/** A database of version 5 with these events, of which the last one that ever existed is 40. */
function version5With(...ids: number[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec('create table signalbox_numbers (name text primary key, value integer not null) strict')
  for (const statements of migrations.slice(0, 5)) db.exec(statements)
  db.exec(`insert into signalbox_numbers (name, value) values ('schema', 5);
    update signalbox_numbers set value = 40 where name = 'event'`)
  for (const id of ids) db.exec(`insert into signalbox_events (id, at, event) values (${id}, ${id}, '{}')`)
  return db
}

test.each([
  { ids: [20, 30, 40], trimmed: 19 },
  { ids: [], trimmed: 40 },
])('a migrated log with the events $ids may lack those up to $trimmed', async ({ ids, trimmed }) => {
  expect(await sqliteStore(version5With(...ids)).trimmedTo?.()).toBe(trimmed)
})

test('events that a process of an earlier version deletes are known as deleted', async () => {
  const db = version5With(10, 20, 30, 40)
  await migrateSqlite(db)
  db.exec(
    'delete from signalbox_events where at < 35 and id in (select id from signalbox_events order by id limit 500)',
  )
  expect(await sqliteStore(db).trimmedTo?.()).toBe(30)
})
