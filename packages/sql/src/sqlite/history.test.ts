import { DatabaseSync } from 'node:sqlite'
import { createSignalbox } from '@signalbox/core'
import { expect, test } from 'vitest'
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.ts'
import { sqliteStore } from './store.ts'

const EVENTS = 200_000

/** A database that counts the events that it returns, and collects the plans of the queries that return them. */
function counted(db: DatabaseSync) {
  const seen = { rows: 0, plans: new Set<string>() }
  const plan = (sql: string, values: readonly SqliteValue[]) =>
    (db.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail)
  const counting: SqliteDatabase = {
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
    prepare(sql) {
      const statement = db.prepare(sql) as SqliteStatement
      if (!sql.includes('event from signalbox_events')) return statement
      return {
        run: (...values) => statement.run(...values),
        get: (...values) => statement.get(...values),
        all(...values) {
          const rows = statement.all(...values)
          seen.rows += rows.length
          for (const detail of plan(sql, values)) seen.plans.add(detail)
          return rows
        },
      }
    },
  }
  return { counting, seen }
}

/** Adds events of 10,000 features, except for every 50,000th, which is of the feature `wanted`. */
const fill = `
  insert into signalbox_events (id, at, event)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${EVENTS})
  select n, n, json_object(
    'type', 'FEATURE_UPDATED',
    'key', case when n % 50000 = 1 then 'wanted' else 'shop:' || (n % 10000) end,
    'domain', 'Feature', 'payload', json_object('id', n), 'timestamp', '2026-01-01T00:00:00.000')
  from numbers;
  update signalbox_numbers set value = ${EVENTS} where name = 'event'`

test('the history of a record reads its own events and no others', async () => {
  const db = new DatabaseSync(':memory:')
  const { counting, seen } = counted(db)
  const store = sqliteStore(counting)
  await store.head()
  db.exec(fill)
  const box = createSignalbox({ store })
  const { results, next } = await box.events.history({ domains: 'Feature', key: 'wanted' })
  expect(results.map(({ _id }) => _id)).toEqual([150_001, 100_001, 50_001, 1])
  expect(next).toBeUndefined()
  expect(seen.rows).toBe(4 + 1) // and the oldest event of the log
  expect([...seen.plans].filter((detail) => detail.startsWith('SCAN signalbox_events'))).toEqual([])
  await box.close()
})

test('a page of the history of all records reads little more than the page', async () => {
  const db = new DatabaseSync(':memory:')
  const { counting, seen } = counted(db)
  const store = sqliteStore(counting)
  await store.head()
  db.exec(fill)
  const box = createSignalbox({ store })
  const { results } = await box.events.history({ limit: 50, before: 100_000 })
  expect(results.map(({ _id }) => _id)).toEqual(Array.from({ length: 50 }, (_, n) => 99_999 - n))
  expect(seen.rows).toBeLessThanOrEqual(101)
  await box.close()
})
