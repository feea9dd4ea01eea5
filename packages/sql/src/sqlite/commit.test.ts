import { DatabaseSync } from 'node:sqlite'
import type { Change, EventDraft } from '@signalbox/core'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { SqliteDatabase } from './database.ts'
import { sqliteStore } from './store.ts'

const put = (key: string, value: unknown, expected?: string | null): Change => ({
  ...{ op: 'put', collection: 'things', key, value },
  ...(expected !== undefined && { expected }),
})
const create = (key: string) => put(key, 'new', null)
const eventOf = (key: string): EventDraft => ({
  ...{ type: 'CONFIG_CREATED', key, domain: 'Config', payload: key, timestamp: '2026-01-01T00:00:00.000' },
})
const conflict = (place: number) => ({ conflict: place })
const written = { events: expect.any(Array) }

/** A database, and the statements it has executed. */
function recording(db: SqliteDatabase) {
  const executed: string[] = []
  const recorded: SqliteDatabase = {
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
    prepare(sql) {
      const statement = db.prepare(sql)
      const noted =
        <A extends unknown[], R>(act: (...values: A) => R) =>
        (...values: A) => {
          executed.push(sql)
          return act(...values)
        }
      return {
        run: noted((...values) => statement.run(...values)),
        get: noted((...values) => statement.get(...values)),
        all: noted((...values) => statement.all(...values)),
      }
    },
  }
  const count = (pattern: RegExp) => executed.filter((sql) => pattern.test(sql)).length
  return { db: recorded, count, forget: () => executed.splice(0) }
}

describe.each([
  ['node:sqlite', () => new DatabaseSync(':memory:')],
  ['better-sqlite3', () => new Database(':memory:')],
] as [string, () => SqliteDatabase][])('a group of commits through %s', (_, connect) => {
  test('refuses those that create an existing record, and writes the others', async () => {
    const store = sqliteStore(connect())
    await store.commit([put('there', 'old')], [])
    const outcomes = await Promise.all([
      store.commit([create('a')], [eventOf('a')]),
      store.commit([create('there')], [eventOf('there')]),
      store.commit([create('b'), create('there')], [eventOf('b')]),
      store.commit([create('a')], []),
      ...Array.from({ length: 20 }, (_, n) => store.commit([create(`c${n}`)], [eventOf(`c${n}`)])),
    ])
    expect(outcomes.slice(0, 4)).toEqual([expect.objectContaining(written), conflict(0), conflict(1), conflict(0)])
    expect(outcomes.slice(4)).toEqual(Array(20).fill(expect.objectContaining(written)))
    expect((await store.get('things', 'there'))?.value).toBe('old')
    expect(await store.get('things', 'b')).toBeUndefined()
    expect(await store.count('things')).toBe(22)
    const keys: string[] = []
    for await (const { key } of store.read({ after: 0 })) keys.push(key)
    expect(keys).toEqual(['a', ...Array.from({ length: 20 }, (_, n) => `c${n}`)])
    await store.check?.()
  })

  test('writes a record twice if one commit does', async () => {
    const store = sqliteStore(connect())
    const again = put('a', 'again', null)
    expect(
      await Promise.all([
        store.commit([create('other')], []),
        store.commit([put('a', 'first'), again], []),
        store.commit([create('b'), put('b', 'again', null)], []),
        store.commit([put('c', 'first'), { op: 'delete', collection: 'things', key: 'c' }, create('c')], []),
      ]),
    ).toMatchObject([written, written, written, written])
    expect(await Promise.all(['a', 'b', 'c'].map(async (key) => (await store.get('things', key))?.value))).toEqual([
      ...['again', 'again', 'new'],
    ])
    expect(await store.count('things')).toBe(4)
  })

  test('sees what the commits before have created, and the first failing change of each is returned', async () => {
    const store = sqliteStore(connect())
    await store.commit([put('there', 'old')], [])
    const check: Change = { op: 'check', collection: 'things', key: 'missing', expected: '1' }
    expect(
      await Promise.all([
        store.commit([create('a')], []),
        store.commit([put('a', 'newer')], []),
        store.commit([create('there'), check], []),
        store.commit([create('b'), check], []),
        store.commit([{ op: 'delete', collection: 'things', key: 'a' }, create('a')], []),
        store.commit([{ op: 'deletePrefix', collection: 'things', prefix: 'a' }], []),
        store.commit([create('a')], []),
      ]),
    ).toMatchObject([written, written, conflict(0), conflict(1), conflict(1), written, written])
    expect((await store.get('things', 'a'))?.value).toBe('new')
  })
})

test('a group of creates looks up no record, and inserts several with one statement', async () => {
  const { db, count, forget } = recording(new DatabaseSync(':memory:'))
  const store = sqliteStore(db)
  await store.head()
  forget()
  await Promise.all(Array.from({ length: 20 }, (_, n) => store.commit([create(`${n}`)], [eventOf(`${n}`)])))
  expect(count(/^select .* from signalbox_records/)).toBe(0)
  expect(count(/^insert into signalbox_records/)).toBeLessThan(10)
  expect(count(/^insert into signalbox_events/)).toBeLessThan(10)
})

test('a reader that follows closely gets the events of this process without a statement for each group', async () => {
  const { db, count, forget } = recording(new DatabaseSync(':memory:'))
  const store = sqliteStore(db)
  const follow = async (after: number) => {
    let last = after
    for await (const { _id } of store.read({ after })) last = _id
    return last
  }
  await store.commit([], [eventOf('first')])
  const start = await follow(0)
  for (let n = 0; n < 10; n++) await store.commit([], [eventOf(`${n}`)])
  forget()
  expect(await follow(start)).toBe(await store.head())
  expect(count(/from signalbox_events/)).toBe(1)
  await store.trim(new Date(Date.now() + 1000))
  expect(await follow(start)).toBe(start)
})
