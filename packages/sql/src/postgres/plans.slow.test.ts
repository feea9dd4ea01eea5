import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresStore } from './store.ts'

let server: RealPostgres
let pool: pg.Pool

beforeAll(async () => {
  server = await startPostgres(['fsync=off', 'autovacuum=off']) // no statistics, as after an upload
  pool = server.openPool()
})
afterAll(async () => {
  await pool.end()
  await server.stop()
})

const RECORDS = 200_000

/** A store, and the statements that it has sent. */
function watchedStore(schema: string) {
  const statements: [text: string, values: unknown[]][] = []
  const watched = {
    query: (text: string, values: unknown[] = []) => {
      statements.push([text, values])
      return pool.query(text, values)
    },
  }
  return { store: postgresStore(watched, { schema, report: () => {} }), statements }
}

async function planOf([text, values]: [text: string, values: unknown[]]): Promise<string> {
  const { rows } = await pool.query(`explain ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('without statistics, pages are read from the index and nothing is sorted', async () => {
  const { store, statements } = watchedStore('fresh')
  await store.head()
  await pool.query(`
    insert into fresh.records (collection, key, version, value)
    select 'records', 'team' || n / 100 || ':' || n, n, '{}' from generate_series(1, ${RECORDS}) as n`)
  statements.length = 0
  const parts = [
    { skip: 15 },
    { skip: 9000 },
    { skip: 150_000 },
    { where: ['team1*'], skip: 9000 },
    { where: ['*:7*'] },
  ]
  for (const part of parts) {
    const keys: string[] = []
    for await (const { key } of store.scan('records', { ...part, limit: 15 })) keys.push(key)
    expect(keys).toHaveLength(15)
  }
  expect(statements.length).toBeGreaterThanOrEqual(2 * parts.length)
  for (const statement of statements.filter(([text]) => !text.includes('any($2)'))) {
    const plan = await planOf(statement)
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/)
  }
  await store.close?.()
})

test('without statistics, pages of an index are read in its order', async () => {
  const { store, statements } = watchedStore('indexed')
  for (const member of ['name', 'state']) await store.index?.('records', member)
  const [name, state] = await Promise.all(['name', 'state'].map((member) => store.index?.('records', member)))
  await pool.query(`
    insert into indexed.records (collection, key, version, value)
    select 'records', 'team' || n / 100 || ':' || n, n,
      json_build_object('name', 'name ' || n * 7919 % ${RECORDS / 10}, 'state', case n % 9 when 0 then 'off' else 'on' end)
    from generate_series(1, ${RECORDS / 10}) as n`)
  statements.length = 0
  const also = [{ member: 'state', parts: [{ text: 'on' }] }]
  const pages = [
    state?.keys({ text: 'on' }, { limit: 15 }),
    state?.keys({ text: 'on' }, { skip: 9000, limit: 15 }),
    state?.keys({ text: 'on' }, { where: ['team1*'], skip: 100, limit: 15 }),
    name?.keys({ prefix: '' }, { skip: 9000, limit: 15 }),
    name?.keys({ prefix: '' }, { also, limit: 15 }),
    name?.keys({ prefix: '' }, { skip: 9000, limit: 15, descending: true }),
  ]
  for (const page of pages) {
    const keys: string[] = []
    for await (const { key } of page ?? []) keys.push(key)
    expect(keys).toHaveLength(15)
  }
  expect(statements).toHaveLength(pages.length)
  for (const statement of statements) {
    const plan = await planOf(statement)
    expect(plan).toMatch(/Index Only Scan/)
    expect(plan).not.toMatch(/Seq Scan|Bitmap|-> *Sort|^Sort/) // an incremental sort is of the keys of one text
  }
  await store.close?.()
})
