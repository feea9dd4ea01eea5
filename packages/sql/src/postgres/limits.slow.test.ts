import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresLimits } from './limits.ts'

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

let seq = 0

/** An ask of a process for units of a day. */
const ask = (key: string, more: object = {}) => ({
  ...{ key, holder: 'one', seq: ++seq, lease: 1, validMs: 43_200_000, held: 0, spent: 0, since: 0 },
  ...{ needed: 1, ahead: 0, floor: 0, policy: { kind: 'day', rate: 10, windowMs: 86_400_000, burst: 0 } },
  ...more,
})

test('asks that are made at once are one statement, and each key has units of its own', async () => {
  let statements = 0
  const counting = {
    query(text: string, values?: unknown[]) {
      if (text.includes('lease_units')) statements++
      return pool.query(text, values)
    },
  }
  const limits = postgresLimits(counting, { schema: 'at_once', report: () => {} })
  await limits.ask(ask('first'))
  statements = 0
  const answers = await Promise.all(Array.from({ length: 150 }, (_, i) => limits.ask(ask(`key ${i}`, { needed: i }))))
  expect(answers.map(({ granted }) => granted)).toEqual(Array.from({ length: 150 }, (_, i) => Math.min(i, 10)))
  expect(statements).toBe(1)
})

test('processes share the units of a key, and know how many they are', async () => {
  const options = { schema: 'shared', report: () => {} }
  const [one, other] = [postgresLimits(pool, options), postgresLimits(pool, options)]
  expect(await one.ask(ask('a', { needed: 7 }))).toMatchObject({ granted: 7, left: 3, holders: 1 })
  expect(await other.ask(ask('a', { holder: 'other', needed: 7 }))).toMatchObject({ granted: 3, left: 0, holders: 2 })
  const again = ask('a', { held: 2, spent: 5 })
  expect([(await one.ask(again)).granted, (await one.ask(again)).granted]).toEqual([0, 0])
  expect(await one.ask(ask('a', { spent: 5, needed: 0 }))).toMatchObject({ granted: 0, left: 2 })
})

test('units that mean nothing any more are deleted once a minute, however few asks there are', async () => {
  let now = 0
  const limits = postgresLimits(pool, { schema: 'tidied', report: () => {}, elapsed: () => now })
  const policy = { kind: 'window', rate: 10, windowMs: 1, burst: 0 }
  const keys = async () => (await pool.query('select key from tidied.limits order by 1')).rows.map(({ key }) => key)
  for (const key of ['old', 'older']) await limits.ask(ask(key, { policy }))
  await pool.query("update tidied.limits set touched = now() - interval '1 second' where key like 'old%'")
  await limits.ask(ask('day'))
  expect(await keys()).toEqual(['day', 'old', 'older'])
  now = 60_000
  await limits.ask(ask('day'))
  await expect.poll(keys).toEqual(['day'])
})

test('a database that cannot be reached rejects asks', async () => {
  const gone = { query: () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) }
  await expect(postgresLimits(gone).ask(ask('a'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})
