import type { Store } from '@signalbox/core'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pair } from '../pair.fixture.ts'
import { postgresStore } from './store.ts'

let server: RealPostgres
let pool: pg.Pool
let store: Store
let statements: string[] = []

beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
  const watched = {
    query: (text: string, values?: unknown[]) => {
      statements.push(text)
      return pool.query(text, values)
    },
  }
  store = postgresStore(watched, { report: () => {} })
  await store.head()
})
afterAll(async () => {
  await store.close?.()
  await pool.end()
  await server.stop()
})
beforeEach(() => {
  statements = []
})

const idsAfter = async (after: number): Promise<number[]> => {
  const ids: number[] = []
  for await (const { _id } of store.read({ after })) ids.push(_id)
  return ids
}

test('records that are read at the same time share a query', async () => {
  await store.commit(...pair('a'))
  await store.commit(...pair('b'))
  statements = []
  const reads = [store.get('left', 'a'), store.get('right', 'b'), store.get('left', 'none'), store.get('left', 'a')]
  expect((await Promise.all(reads)).map((one) => one?.value)).toEqual([
    { id: 'a' },
    { id: 'b' },
    undefined,
    { id: 'a' },
  ])
  expect(statements).toHaveLength(1)
})

test('commits at the same time share a statement, and each fails alone', async () => {
  const outcomes = await Promise.all(['c', 'a', 'd'].map((name) => store.commit(...pair(name))))
  expect(outcomes.map((outcome) => ('conflict' in outcome ? outcome.conflict : 'done'))).toEqual(['done', 0, 'done'])
  expect(statements).toHaveLength(1)
  expect(await store.count('left')).toBe(4)
})

test('a reader that keeps up does not read the events of this process from the database', async () => {
  const head = await store.head()
  const own = await Promise.all(['e', 'f', 'g'].map((name) => store.commit(...pair(name))))
  statements = []
  const ids = own.flatMap((committed) => ('events' in committed ? committed.events.map(({ _id }) => _id) : []))
  expect(await idsAfter(head)).toEqual(ids)
  expect(statements.map((text) => text.replace(/limit .*/, ''))).toEqual([
    'select id, event from "signalbox".events where id > $1 order by id ',
  ])
})

test('events of another process between those of this one are read in their order', async () => {
  const other = postgresStore(pool, { report: () => {} })
  const head = await store.head()
  for (let n = 0; n < 5; n++)
    for (const [who, one] of [['own', store] as const, ['other', other] as const])
      await one.commit(...pair(`${who} ${n}`))
  const keys: string[] = []
  for await (const { key } of store.read({ after: head })) keys.push(key)
  expect(keys).toEqual(Array.from({ length: 5 }, (_, n) => [`own ${n}`, `other ${n}`]).flat())
  await other.close?.()
})
