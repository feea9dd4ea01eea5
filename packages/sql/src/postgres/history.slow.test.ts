import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { termOfKey } from '../event-terms.ts'
import { pastSql } from './statements.ts'
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

const EVENTS = 200_000

/** The number of rows that each node of a query's plan has visited. */
async function visited(sql: string, values: readonly unknown[]): Promise<number[]> {
  const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...values])
  const counts: number[] = []
  const visit = (node: { readonly [name: string]: unknown }) => {
    counts.push(Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0))
    for (const inner of (node.Plans ?? []) as { readonly [name: string]: unknown }[]) visit(inner)
  }
  visit((rows[0] as { 'QUERY PLAN': [{ Plan: { readonly [name: string]: unknown } }] })['QUERY PLAN'][0].Plan)
  return counts
}

test('the history of a record reads its own events and no others', async () => {
  const store = postgresStore(pool, { schema: 'history', report: () => {} })
  await store.head()
  await pool.query(`
    insert into history.events (id, at, event)
    select n, n, '{"type":"FEATURE_UPDATED","key":"' || case when n % 50000 = 1 then 'wanted' else 'shop:' || n % 10000 end
      || '","domain":"Feature","payload":{},"timestamp":"2026-01-01T00:00:00.000"}'
    from generate_series(1, ${EVENTS}) as n`)
  await pool.query('analyze history.events')
  const ids: number[] = []
  for await (const { _id } of store.readBack?.({ key: 'wanted' }) ?? []) ids.push(_id)
  expect(ids).toEqual([150_001, 100_001, 50_001, 1])
  const ofKey = pastSql('history', { isOfKey: true, limit: 100 })
  for (const key of ['wanted', 'none', 'shop:7'])
    expect(Math.max(...(await visited(ofKey, [EVENTS + 1, termOfKey(key)])))).toBeLessThanOrEqual(20)
  const ofAll = pastSql('history', { isOfKey: false, limit: 100 })
  expect(Math.max(...(await visited(ofAll, [EVENTS + 1])))).toBe(100)
  await store.close?.()
})
