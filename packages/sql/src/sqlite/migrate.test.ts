import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { verifyDatabase } from './backups/verify.ts'
import { migrate, migrations } from './migrate.ts'
import { openSqlite } from './open.ts'
import { migrateSqlite, sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = () => join(folder, `${files++}.db`)

test('an empty database is migrated to the newest version once', async () => {
  const db = new DatabaseSync(':memory:')
  expect(await migrateSqlite(db)).toEqual({ from: 0, to: 11 })
  expect(await migrateSqlite(db)).toEqual({ from: 11, to: 11 })
})

test('a newer schema is rejected with advice, and not modified', async () => {
  const path = freshPath()
  await (await openSqlite(path)).close?.()
  const db = new DatabaseSync(path)
  db.exec("update signalbox_numbers set value = 99 where name = 'schema'")
  const newer = {
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/schema version 99, .* versions up to 11: start the newer Signalbox/),
  }
  await expect(openSqlite(path)).rejects.toMatchObject(newer)
  const store = sqliteStore(db)
  await expect(store.head()).rejects.toMatchObject(newer)
  await expect(store.commit([{ op: 'deletePrefix', collection: 'a', prefix: '' }], [])).rejects.toMatchObject(newer)
  expect(db.prepare("select value from signalbox_numbers where name = 'schema'").get()).toMatchObject({ value: 99 })
})

test('a migration that is added runs once, and keeps the records', async () => {
  const path = freshPath()
  const store = await openSqlite(path)
  await store.commit([{ op: 'put', collection: 'things', key: 'a', value: 1 }], [])
  await store.close?.()
  const db = new DatabaseSync(path)
  const steps = [
    ...migrations,
    'alter table signalbox_records add column size integer generated always as (length(value))',
  ]
  expect([migrate(db, steps), migrate(db, steps)]).toEqual([
    { from: 11, to: 12 },
    { from: 12, to: 12 },
  ])
  expect(db.prepare('select key, size from signalbox_records').all()).toEqual([{ key: 'a', size: 1 }])
  expect(migrate(new DatabaseSync(':memory:'), steps)).toEqual({ from: 0, to: 12 })
})

test('a migration that fails leaves everything as it was', () => {
  const db = new DatabaseSync(':memory:')
  expect(() => migrate(db, [...migrations, 'drop table signalbox_records; select nothing'])).toThrow(/nothing/)
  expect(migrate(db)).toEqual({ from: 0, to: 11 })
})

test.each([1, 6])('schema %i of a development version is rejected with the way to carry it over', async (version) => {
  const path = freshPath()
  const db = new DatabaseSync(path)
  db.exec(`create table signalbox_numbers (name text primary key, value integer not null) strict;
    insert into signalbox_numbers values ('schema', ${version})`)
  const rejection = {
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/version \d+ of a development version .* "signalbox export" .* "signalbox import"/),
  }
  await expect(openSqlite(path)).rejects.toMatchObject(rejection)
  await expect(verifyDatabase(path)).rejects.toMatchObject(rejection)
  expect(db.prepare("select name from sqlite_schema where type = 'table'").all()).toEqual([
    { name: 'signalbox_numbers' },
  ])
})

test('two processes can create the same file concurrently', async () => {
  const path = freshPath()
  const program = join(import.meta.dirname, 'writer.fixture.ts')
  const start = (name: string) =>
    once(
      spawn(process.execPath, [...importing, program, path, name, '5'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
      'exit',
    )
  const here = Array.from({ length: 6 }, () => openSqlite(path))
  expect(await Promise.all([start('one'), start('other')])).toEqual([
    [0, null],
    [0, null],
  ])
  const stores = await Promise.all(here)
  for (const store of stores) expect(await store.count('left')).toBe(40)
  for (const store of stores) await store.close?.()
})

test('a database with another text encoding is rejected', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec("pragma encoding = 'UTF-16le'; create table theirs (a)")
  await expect(migrateSqlite(db)).rejects.toMatchObject({ code: 'UNAVAILABLE', message: /UTF-8/ })
})

test('other tables in the same database are not modified', async () => {
  const db = new DatabaseSync(':memory:')
  db.exec("create table records (a); insert into records values ('theirs'); pragma user_version = 7")
  const store = sqliteStore(db)
  await store.commit([{ op: 'put', collection: 'things', key: 'a', value: 1 }], [])
  expect(db.prepare('select * from records').all()).toEqual([{ a: 'theirs' }])
  expect(db.prepare('pragma user_version').get()).toEqual({ user_version: 7 })
})
