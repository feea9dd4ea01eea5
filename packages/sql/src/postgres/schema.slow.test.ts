import type { RealPostgres } from '@signalbox/test-postgres'
import { startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pair } from '../pair.fixture.ts'
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
  expect(await migratePostgres(pool, options)).toEqual({ from: 1, to: 10 })
  const store = postgresStore(pool, options)
  expect([await store.count('left'), await store.count('right')]).toEqual([2, 1])
  const { versions } = (await store.commit([{ op: 'put', collection: 'left', key: 'a', value: 1 }], [])) as {
    versions: readonly string[]
  }
  expect(await store.get('left', 'a')).toEqual({ value: 1, version: versions[0] })
  expect(await store.count('left')).toBe(3)
})

test('processes of version 5 and of this version commit to one database', async () => {
  const options = { schema: 'rolling', report: () => {} }
  const store = postgresStore(pool, options)
  while (!(await store.index?.('left', 'name')));
  const acknowledged: Acknowledged = new Map()
  for (let n = 0; n < 20; n++) {
    await writePair(store, `new ${n}`, acknowledged)
    const ids = await commitAsVersion5('rolling', `old ${n}`)
    acknowledged.set(`old ${n}`, ids)
  }
  await expectWholePairs(store, acknowledged)
  const index = await store.index?.('left', 'name')
  expect(await index?.count({ kind: 'absent' })).toBe(40)
  const { versions } = (await store.commit(
    [{ op: 'put', collection: 'left', key: 'old 1', value: { name: 'a' } }],
    [],
  )) as {
    versions: readonly string[]
  }
  const all = (await pool.query('select version from rolling.records')).rows.map(({ version }) => version as string)
  expect(new Set(all).size).toBe(all.length)
  expect(all).toContain(versions[0])
  expect(await index?.count({ text: 'a' })).toBe(1)
  await store.close?.()
})

/** Commits a pair as processes did that only knew version 5 of the schema. Returns the id of its event. */
async function commitAsVersion5(schema: string, name: string): Promise<number> {
  const [changes, events] = pair(name)
  const sent = (changes as readonly { collection: string; value: unknown }[]).map(({ collection, value }) => ({
    op: 'put',
    collection,
    key: name,
    expected: '',
    value: JSON.stringify(value),
  }))
  const request = { at: 1, least: 1, parts: [{ changes: sent, events: events.map((event) => JSON.stringify(event)) }] }
  const { rows } = await pool.query(`select ${schema}.commit_parts($1) as answers`, [JSON.stringify(request)])
  return JSON.parse(rows[0].answers)[0].id + 1
}

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
