import type { ChangeEvent } from '@signalbox/core/store'
import { openPool, type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pair } from '../pair.fixture.ts'
import { migratePostgres, postgresStore } from './store.ts'

const DAY = 24 * 60 * 60_000

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

function open(schema: string) {
  const store = postgresStore(pool, { schema, report: () => {} })
  onTestFinished(() => store.close?.())
  return store
}

async function eventsOf(events: AsyncIterable<ChangeEvent>): Promise<ChangeEvent[]> {
  const found: ChangeEvent[] = []
  for await (const event of events) found.push(event)
  return found
}

const partitionsOf = async (schema: string) =>
  (
    await pool.query(
      `select child.relname as name from pg_inherits join pg_class as child on child.oid = inhrelid
       where inhparent = '${schema}.events'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name as string)

const nameOf = (day: number) => `events_${day}_${day + 1}`

const today = () => Math.floor(Date.now() / DAY)

/** Creates a schema whose log has a partition for each of some past days, with as many events in each. */
async function withDays(schema: string, days: readonly number[], events: number): Promise<void> {
  await migratePostgres(pool, { schema })
  for (const day of days)
    await pool.query(`
      create table ${schema}.${nameOf(day)} (like ${schema}.events);
      alter table ${schema}.events attach partition ${schema}.${nameOf(day)} for values from (${day * DAY * 1000}) to (${(day + 1) * DAY * 1000});
      insert into ${schema}.events select ${day * DAY * 1000} + n * 1000000::bigint, ${day * DAY} + n * 1000,
        '{"type":"FEATURE_CREATED","key":"f' || n || '","domain":"Feature","payload":{},"timestamp":""}' from generate_series(1, ${events}) as n`)
}

test('a fresh log has partitions for today and tomorrow', async () => {
  const schema = 'fresh'
  await migratePostgres(pool, { schema })
  expect(await partitionsOf(schema)).toEqual([...[0, 1].map((n) => nameOf(today() + n)), 'events_rest'])
})

test('trimming drops the partitions of days that are over, and leaves the others as they are', async () => {
  const schema = 'trimmed'
  const days = [10, 9, 8, 7, 6].map((ago) => today() - ago)
  await withDays(schema, days, 20_000)
  const store = open(schema)
  const { rows: before } = await pool.query(`select pg_relation_size('${schema}.${nameOf(days[3]!)}') as size`)
  const dropped = await eventsOf(store.readBack!({ before: days[3]! * DAY * 1000, limit: 1 }))
  await store.trim(new Date(days[3]! * DAY + 15_000_000))
  const kept = days.slice(3).map(nameOf)
  expect(await partitionsOf(schema)).toEqual([...kept, ...[0, 1].map((n) => nameOf(today() + n)), 'events_rest'])
  expect(await eventsOf(store.read({ after: 0, limit: 1 }))).toMatchObject([{ _id: days[3]! * DAY * 1000 + 1_000_000 }])
  expect((await pool.query(`select count(*)::int as count from ${schema}.events`)).rows).toEqual([{ count: 40_000 }])
  expect((await pool.query(`select pg_relation_size('${schema}.${nameOf(days[3]!)}') as size`)).rows).toEqual(before)

  expect(await store.trimmedTo?.()).toBe(dropped[0]?._id)

  const head = await store.head()
  await store.trim(new Date())
  expect(await eventsOf(store.read({ after: 0 }))).toEqual([])
  expect(await store.head()).toBe(head)
  expect(await store.trimmedTo?.()).toBe(head)
  const [changes, events] = pair('later')
  const committed = await store.commit(changes, events)
  expect((committed as { events: readonly ChangeEvent[] }).events[0]?._id).toBeGreaterThan(head)
})

test('a few old events of a day are deleted without the others', async () => {
  const schema = 'few'
  const day = today() - 1
  await withDays(schema, [day], 100)
  const store = open(schema)
  await store.trim(new Date(day * DAY + 51_000))
  const left = await eventsOf(store.read({ after: 0 }))
  expect(left.map(({ key }) => key)).toEqual(Array.from({ length: 50 }, (_, n) => `f${51 + n}`))
})

test('trimming does not wait for a backup, and commits do not wait for trimming', async () => {
  const schema = 'busy'
  const day = today() - 3
  await withDays(schema, [day], 10)
  const store = open(schema)
  const backup = await server.connect()
  onTestFinished(() => backup.end())
  await backup.query(`begin isolation level repeatable read; select count(*) from ${schema}.events`)
  const trimming = store.trim(new Date())
  const [changes, events] = pair('meanwhile')
  await store.commit(changes, events)
  await trimming
  expect(await partitionsOf(schema)).toContain(nameOf(day))
  await backup.query('commit')
  await store.trim(new Date(Date.now() - DAY))
  expect(await partitionsOf(schema)).not.toContain(nameOf(day))
  expect(await eventsOf(store.read({ after: 0 }))).toHaveLength(events.length)
})

test('a user without the right to change tables still trims', async () => {
  const schema = 'restricted'
  await withDays(schema, [today() - 3], 20_000)
  await pool.query(`create role clerk login password 'clerk'; grant usage on schema ${schema} to clerk;
    grant select, insert, update, delete on all tables in schema ${schema} to clerk; grant all on all sequences in schema ${schema} to clerk`)
  const url = new URL(server.url)
  url.username = 'clerk'
  url.password = 'clerk'
  const clerk = openPool(url.href)
  onTestFinished(() => clerk.end())
  const store = postgresStore(clerk, { schema, report: () => {} })
  const [changes, events] = pair('one')
  await store.commit(changes, events)
  await store.trim(new Date(Date.now() - DAY))
  expect(await eventsOf(store.read({ after: 0 }))).toHaveLength(events.length)
})

test('partitions are wider the longer events are retained, and follow one another', async () => {
  const schema = 'wide'
  await withDays(schema, [today() - 1], 1)
  const store = open(schema)
  await pool.query(`update ${schema}.numbers set value = ${today() * DAY * 1000} where name = 'events end';
    drop table ${schema}.${nameOf(today())}, ${schema}.${nameOf(today() + 1)}`)
  await store.trim(new Date(Date.now() - 90 * DAY))
  await store.trim(new Date(Date.now() - 90 * DAY))
  expect(await partitionsOf(schema)).toContain(`events_${today()}_${today() + 6}`)
  const [changes, events] = pair('one')
  await store.commit(changes, events)
  const { rows } = await pool.query(`select count(*)::int as count from ${schema}.events_${today()}_${today() + 6}`)
  expect(rows).toEqual([{ count: events.length }])
})

test('events outside all partitions are stored, read in order and trimmed', async () => {
  const schema = 'far'
  const store = postgresStore(pool, { schema, report: () => {}, clock: () => Date.now() + 400 * DAY })
  onTestFinished(() => store.close?.())
  for (const name of ['a', 'b', 'c']) {
    const [changes, events] = pair(name)
    await store.commit(changes, events)
  }
  expect((await pool.query(`select count(*)::int as count from ${schema}.events_rest`)).rows[0].count).toBeGreaterThan(
    2,
  )
  const ids = (await eventsOf(store.read({ after: 0 }))).map(({ _id }) => _id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  await store.trim(new Date(Date.now() + 401 * DAY))
  expect(await eventsOf(store.read({ after: 0 }))).toEqual([])
})
