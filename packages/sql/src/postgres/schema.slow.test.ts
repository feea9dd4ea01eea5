import type { RealPostgres } from '@signalbox/test-postgres'
import { startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acknowledged } from '../pairs.fixture.ts'
import { expectWholePairs, writePair } from '../pairs.fixture.ts'
import { earlyVersion1 } from './early.fixture.ts'
import { migratePostgres, postgresStore } from './store.ts'
import { version1 } from './version-1.ts'

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

/** Creates a schema as an earlier program left it. */
async function made(schema: string, tables: string): Promise<void> {
  await pool.query(`
    create schema ${schema};
    create table ${schema}.numbers (name text primary key, value bigint not null);
    ${tables}
    insert into ${schema}.numbers values ('schema', 1);
    insert into ${schema}.records values ('left', 'old', 1, '1'), ('right', 'old', 2, '1'), ('left', 'older', 3, '1');`)
}

test.each([
  ['of version 1', 'first', version1],
  ['of a development version that had another function under that number', 'early', earlyVersion1],
])('a schema %s is migrated with its records', async (_, schema, tables) => {
  await made(schema, tables(schema))
  const options = { schema, report: () => {} }
  expect(await migratePostgres(pool, options)).toEqual({ from: 1, to: 5 })
  const store = postgresStore(pool, options)
  expect([await store.count('left'), await store.count('right')]).toEqual([2, 1])
  const { versions } = (await store.commit([{ op: 'put', collection: 'left', key: 'a', value: 1 }], [])) as {
    versions: readonly string[]
  }
  expect(await store.get('left', 'a')).toEqual({ value: 1, version: versions[0] })
  expect(await store.count('left')).toBe(3)
})

test('a replaced function is reported', async () => {
  const store = postgresStore(pool, { schema: 'replaced', report: () => {} })
  await store.head()
  await pool.query(`create or replace function replaced.commit_parts(request json) returns text language sql
    as $$ select '{"conflicts":{}}' $$`)
  const failing = writePair(store, 'a', new Map())
  await expect(failing).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/replaced\.commit_parts was not created by this version of Signalbox/),
  })
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
