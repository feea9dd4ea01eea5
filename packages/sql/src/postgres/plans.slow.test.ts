import type { RealPostgres } from '@signalbox/test-postgres'
import { startPostgres } from '@signalbox/test-postgres'
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

test('without statistics, pages are read from the index and nothing is sorted', async () => {
  const statements: [text: string, values: unknown[]][] = []
  const watched = {
    query: (text: string, values: unknown[] = []) => {
      statements.push([text, values])
      return pool.query(text, values)
    },
  }
  const store = postgresStore(watched, { schema: 'fresh', report: () => {} })
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
  for (const [text, values] of statements.filter(([text]) => !text.includes('any($2)'))) {
    const { rows } = await pool.query(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/)
  }
  await store.close?.()
})
