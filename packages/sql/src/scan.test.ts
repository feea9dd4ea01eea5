import { DatabaseSync } from 'node:sqlite'
import type { Change, ScanOptions, Store } from '@signalbox/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SqliteDatabase } from './sqlite/database.ts'
import { sqliteStore } from './sqlite/store.ts'

/** Creates a store with records, and records the statements that it runs from then on. */
async function filled(keys: readonly string[], value: unknown = 1) {
  const db = new DatabaseSync(':memory:')
  const statements: string[] = []
  const noting: SqliteDatabase = {
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
    prepare(sql) {
      const statement = db.prepare(sql)
      return {
        run: (...values) => statement.run(...values),
        get(...values) {
          statements.push(sql)
          return statement.get(...values)
        },
        all(...values) {
          statements.push(sql)
          return statement.all(...values)
        },
      }
    },
  }
  const store = sqliteStore(noting)
  const changes = keys.map((key): Change => ({ op: 'put', collection: 'things', key, value }))
  for (let at = 0; at < changes.length; at += 500) await store.commit(changes.slice(at, at + 500), [])
  statements.length = 0
  onTestFinished(() => db.close())
  return { store, statements, db }
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `key:${String(n).padStart(5, '0')}`)

async function keysOf(store: Store, options?: ScanOptions): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.scan('things', options)) keys.push(key)
  return keys
}

describe('a page', () => {
  test('reads only the values of its records, however many are skipped', async () => {
    const { store, statements } = await filled(numbered(3000))
    expect(await keysOf(store, { where: ['key:*'], skip: 2500, limit: 20 })).toEqual(numbered(3000).slice(2500, 2520))
    expect(statements.filter((sql) => sql.includes('value'))).toHaveLength(1)
    statements.length = 0
    expect(await keysOf(store, { where: ['*5'], skip: 250, limit: 3 })).toEqual(
      numbered(3000)
        .filter((key) => key.endsWith('5'))
        .slice(250, 253),
    )
    expect(statements.filter((sql) => sql.includes('value'))).toHaveLength(3)
  })

  test('of one key reads one record', async () => {
    const { store, statements } = await filled(numbered(3000))
    expect(await keysOf(store, { where: ['key:00007'] })).toEqual(['key:00007'])
    expect(await store.count('things', { where: ['key:00007'] })).toBe(1)
    expect(statements).toHaveLength(3)
  })

  test('of patterns without possible matches reads nothing', async () => {
    const { store, statements } = await filled(numbered(10))
    for (const pattern of ['', ',,', 'a\u0000*']) {
      expect(await keysOf(store, { where: [pattern] })).toEqual([])
      expect(await store.count('things', { where: ['*', pattern] })).toBe(0)
    }
    expect(statements).toEqual([])
  })
})

test.each(['keys alone', 'records'])('%s of a prefix are looked up in the index', async (what) => {
  const { db, statements, store } = await filled(numbered(10))
  if (what === 'records') await keysOf(store, { where: ['key:*'], skip: 2, limit: 2 })
  else await keysOf(store, { where: ['key:*5', '*'] })
  for (const sql of statements.filter((one) => one.startsWith('select'))) {
    const plan = db.prepare(`explain query plan ${sql}`).all(...Array(sql.split('?').length - 1).fill('1'))
    const details = plan.map(({ detail }) => detail)
    expect(details).toEqual([expect.stringMatching(/^SEARCH signalbox_records USING (COVERING )?INDEX/)])
    if (!sql.includes('value')) expect(details[0]).toContain('COVERING')
  }
})

test('a long scan yields to the event loop', async () => {
  const { store } = await filled(numbered(5000))
  const turn = vi.fn()
  let isOver = false
  const count = () => {
    turn()
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  expect(await keysOf(store)).toHaveLength(5000)
  expect(await store.count('things', { where: ['*1*'] })).toBeGreaterThan(0)
  isOver = true
  expect(turn.mock.calls.length).toBeGreaterThan(8)
})

test('large values are read in small batches', async () => {
  const { store, statements } = await filled(numbered(400), 'x'.repeat(50_000))
  expect(await keysOf(store)).toHaveLength(400)
  expect(statements.length).toBeGreaterThan(10)
})
