import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Acknowledged, expectWholePairs, writePair } from '../pairs.fixture.ts'
import { noAnswer } from './failures.ts'
import { type Migration, migrate, migrations } from './migrate.ts'
import { postgresStore } from './store.ts'

let server: RealPostgres
let pool: pg.Pool
beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
})
afterAll(async () => {
  await pool.end()
  await server.stop()
})

test('a migration that is added runs once, with the records and while processes of the version before write', async () => {
  const schema = 'next'
  const store = postgresStore(pool, { schema, report: () => {} })
  const acknowledged: Acknowledged = new Map()
  await writePair(store, 'before', acknowledged)
  const next: Migration = (name) => `
    perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${name}', 0));
    alter table "${name}".records add column size integer generated always as (length(value)) stored;`
  const migrating = () => migrate(pool, { schema, limit: { ms: 60_000, late: noAnswer }, steps: [...migrations, next] })
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) await writePair(store, `during ${n}`, acknowledged)
  })()
  const results = await Promise.all([migrating(), migrating(), migrating()])
  expect(results.map(({ to }) => to)).toEqual([12, 12, 12])
  expect(await migrating()).toEqual({ from: 12, to: 12 })
  isOver = true
  await writing
  await writePair(store, 'after', acknowledged)
  await expectWholePairs(store, acknowledged)
  const { rows } = await pool.query(`select count(*)::int as all, count(size)::int as sized from ${schema}.records`)
  expect(rows[0].sized).toBe(rows[0].all)
  await store.close?.()
  await expect(postgresStore(pool, { schema, report: () => {} }).head()).rejects.toMatchObject({
    message: expect.stringContaining('schema version 12, but this Signalbox supports versions up to 11'),
  })
})

test('a migration that fails leaves everything as it was', async () => {
  const schema = 'failing'
  const limit = { ms: 60_000, late: noAnswer }
  const steps = [...migrations, (name: string) => `drop table "${name}".counts; select nothing;`]
  await expect(migrate(pool, { schema, limit, steps })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await migrate(pool, { schema, limit })).toEqual({ from: 0, to: 11 })
})

test.each([1, 10])('schema %i of a development version is rejected with the way to carry it over', async (version) => {
  const schema = `early_${version}`
  await pool.query(`create schema ${schema};
    create table ${schema}.numbers (name text primary key, value bigint not null);
    insert into ${schema}.numbers values ('schema', ${version})`)
  await expect(postgresStore(pool, { schema, report: () => {} }).head()).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/version \d+ of a development version .* "signalbox export" .* "signalbox import"/),
  })
  const { rows } = await pool.query(`select * from ${schema}.numbers`)
  expect(rows).toEqual([{ name: 'schema', value: String(version) }])
})

test.each([
  ['commit_group', 'an ordinary commit'],
  ['commit_parts', 'a commit that deletes by prefix'],
])('a replaced function %s is reported by %s', async (name) => {
  const store = postgresStore(pool, { schema: name, report: () => {} })
  await store.head()
  const { rows } = await pool.query(
    `select oid::regprocedure as is from pg_proc where oid::regproc::text = '${name}.${name}'`,
  )
  await pool.query(`drop function ${rows[0].is}`)
  await pool.query(`create function ${rows[0].is} returns text language sql as $$ select '{"conflicts":{}}' $$`)
  const changes = name === 'commit_parts' ? [{ op: 'deletePrefix', collection: 'left', prefix: 'a' } as const] : []
  await expect(store.commit(changes, [])).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(`${name}.${name} was not created by this version of Signalbox`),
  })
  await store.close?.()
})

test('the number of records is read, not counted', async () => {
  const statements: string[] = []
  const watched = {
    query: (text: string, values?: unknown[]) => {
      statements.push(text)
      return pool.query(text, values)
    },
  }
  const store = postgresStore(watched, { schema: 'counted', report: () => {} })
  const acknowledged: Acknowledged = new Map()
  for (let n = 0; n < 5; n++) await writePair(store, `${n}`, acknowledged)
  await expectWholePairs(store, acknowledged)
  statements.length = 0
  expect(await store.count('left')).toBe(5)
  expect(statements.filter((text) => /count\(|\brecords\b.*\bfrom\b.*\.records/.test(text))).toEqual([])
  expect(await store.count('left', { where: ['1*'] })).toBe(1)
  expect((await pool.query('select collection, records from counted.counts order by 1')).rows).toEqual([
    { collection: 'left', records: '5' },
    { collection: 'right', records: '5' },
  ])
})
