import { createSignalbox, type Index, type Store } from '@signalbox/core'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { callsByIndex, manySubscriptions, OWNED } from '../subscriptions.fixture.ts'
import type { PostgresClient } from './client.ts'
import { migratePostgres, postgresStore } from './store.ts'

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

/** Creates a schema with subscriptions and without indexes. */
async function schemaWith(schema: string, records: number): Promise<void> {
  await migratePostgres(pool, { schema })
  await pool.query(`insert into ${schema}.counts values ('subscriptions', 1, ${records})`)
  const values = manySubscriptions(records)
  await pool.query(
    `insert into ${schema}.records (collection, key, version, value)
     select 'subscriptions', key, 1, value from unnest($1::text[], $2::text[]) as record (key, value)`,
    [values.map(({ id }) => id), values.map((value) => JSON.stringify(value))],
  )
}

/** Opens a store on a schema, with a client that records what is read. */
function opened(schema: string, client: PostgresClient = pool): Store {
  const store = postgresStore(client, { schema, report: () => {} })
  onTestFinished(() => store.close?.())
  return store
}

const indexOf = (store: Store, member: string): Promise<Index> =>
  vi.waitFor(
    async () => {
      const index = await store.index?.('subscriptions', member)
      if (!index) throw new Error('The index is not built')
      return index
    },
    { timeout: 20_000 },
  )

test('records from before an index are added to it by the first store that opens it', async () => {
  await schemaWith('two', 2500)
  const store = opened('two')
  const box = createSignalbox({ store: { ...store, close: async () => {} } })
  onTestFinished(() => box.close())
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        'select count(*) as all, count(*) filter (where is_built) as built from two.indexes',
      )
      expect(Number(rows[0].all)).toBeGreaterThan(0)
      expect(rows[0].built).toBe(rows[0].all)
    },
    { timeout: 20_000 },
  )
  const { results, metadata } = await box.subscriptions.list({ filter: { owner_ref: OWNED.owner } })
  expect([results.map(({ id }) => id), metadata.count]).toEqual([OWNED.ids(2500), OWNED.ids(2500).length])
})

test('records written directly to the table are indexed, too', async () => {
  const store = opened('past')
  const index = await indexOf(store, 'owner_ref')
  const write = (value: string) =>
    pool.query(
      `insert into past.records values ('subscriptions', 'a', 1, $1) on conflict (collection, key) do update set value = $1`,
      [value],
    )
  await write('{"owner_ref":"late"}')
  expect(await index.count({ text: 'late' })).toBe(1)
  await write('{"owner_ref":"later","name":"\\u0000"}')
  expect([await index.count({ text: 'late' }), await index.count({ kind: 'other' })]).toEqual([0, 1])
  await pool.query('delete from past.records')
  expect([await index.count({ prefix: '' }), await index.count({ kind: 'other' })]).toEqual([0, 0])
})

test('two processes build an index once, during writes', async () => {
  await schemaWith('crowd', 3000)
  const stores = [opened('crowd'), opened('crowd')]
  const building = Promise.all(stores.map((store) => indexOf(store, 'owner_ref')))
  for (let n = 0; n < 40; n++)
    await stores[n % 2]?.commit(
      [
        {
          op: 'put',
          collection: 'subscriptions',
          key: `s-00${String(n * 70).padStart(4, '0')}`,
          value: { owner_ref: 'new' },
        },
        { op: 'delete', collection: 'subscriptions', key: `s-00${String(n * 70 + 1).padStart(4, '0')}` },
      ],
      [],
    )
  for (const index of await building) {
    expect(await index.count({ prefix: '' })).toBe(2960)
    expect(await index.count({ text: 'new' })).toBe(40)
  }
})

test('lists read only the records of their page', async () => {
  let values = 0
  const counting: PostgresClient = {
    async query(text, args) {
      const answer = await pool.query(text, args)
      values += answer.rows.filter(({ value }) => value !== undefined).length
      return answer
    },
  }
  await schemaWith('counted', 3000)
  const store = opened('counted', counting)
  const box = createSignalbox({ store: { ...store, close: async () => {} } })
  onTestFinished(() => box.close())
  for (const member of ['owner_ref', 'api_ref', 'plan_ref', 'name']) await indexOf(store, member)
  for (const call of callsByIndex(box)) {
    values = 0
    await call()
    expect(values).toBeLessThan(50)
  }
})
