import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '@signalbox/core'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { seededRandom } from '@signalbox/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Acknowledged, eightWriters, expectWholePairs, followIds, writePair } from '../pairs.fixture.ts'
import { migratePostgres, type PostgresOptions, postgresStore } from './store.ts'

const KILLS = 10
let server: RealPostgres
let pool: pg.Pool

beforeAll(async () => {
  server = await startPostgres()
  pool = server.openPool()
})

afterAll(async () => {
  await pool.end()
  await server.stop()
})

let schemas = 0
const freshSchema = () => `signalbox_${schemas++}`

/** Opens a store that ignores reports by default. */
function open(options: PostgresOptions): Store {
  const store = postgresStore(pool, { report: () => {}, ...options })
  onTestFinished(() => store.close?.())
  return store
}

const unavailable = (message: RegExp) => ({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })

test('eight writers on two connections: readers of both see every event once, in order', async () => {
  const options = { schema: freshSchema(), pollInterval: 20 }
  const [one, other] = [open(options), open({ ...options, listen: () => server.connect(), pollInterval: 3_600_000 })]
  const followers = [followIds(one), followIds(other)]
  const acknowledged = await eightWriters(one, other, 25)
  await expectWholePairs(one, acknowledged)
  const ids = [...acknowledged.values()].toSorted((a, b) => a - b)
  for (const { ids: seen } of followers) {
    await expect.poll(() => seen.length).toBe(200)
    expect(seen).toEqual(ids)
  }
})

describe('the schema', () => {
  test('is created once by concurrent processes', async () => {
    const schema = freshSchema()
    const made = await Promise.all(Array.from({ length: 8 }, () => migratePostgres(pool, { schema })))
    expect(made.map(({ to }) => to)).toEqual(Array(8).fill(11))
    expect(await migratePostgres(pool, { schema })).toEqual({ from: 11, to: 11 })
  })

  test('of a newer version fails with advice', async () => {
    const schema = freshSchema()
    await migratePostgres(pool, { schema })
    await pool.query(`update ${schema}.numbers set value = 99 where name = 'schema'`)
    await expect(open({ schema }).head()).rejects.toMatchObject(
      unavailable(/schema version 99, .* versions up to 11: start the newer Signalbox/),
    )
  })

  test('can be created by one user and used by another without that right', async () => {
    const schema = freshSchema()
    const user = `user_of_${schema}`
    await pool.query(`create role ${user}`)
    const asUser = {
      async query(text: string, values?: unknown[]) {
        const client = await pool.connect()
        try {
          await client.query(`set role ${user}`)
          return await client.query(text, values)
        } finally {
          await client.query('reset role')
          client.release()
        }
      },
    }
    const early = postgresStore(asUser, { schema })
    await expect(early.head()).rejects.toMatchObject(unavailable(/cannot be written: check the rights.*\(42501\)/))
    await migratePostgres(pool, { schema })
    await pool.query(`grant usage on schema ${schema} to ${user}`)
    await pool.query(`grant all on all tables in schema ${schema} to ${user}`)
    await pool.query(`grant all on all sequences in schema ${schema} to ${user}`)
    await writePair(early, 'a', new Map())
    expect(await early.count('left')).toBe(1)
  })

  test('requires a database with the encoding UTF8', async () => {
    await pool.query("create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0")
    const client = await server.connect('latin')
    await expect(migratePostgres(client)).rejects.toMatchObject(unavailable(/not UTF8/))
    await client.end()
  })

  test('has a plain name', async () => {
    await expect(open({ schema: 'a"; drop' }).head()).rejects.toMatchObject({ code: 'INVALID' })
  })
})

test('a commit under another isolation level is rejected', async () => {
  const client = await server.connect()
  await client.query("set default_transaction_isolation = 'repeatable read'")
  const store = postgresStore(client, { schema: freshSchema() })
  await expect(writePair(store, 'a', new Map())).rejects.toMatchObject(unavailable(/read committed/))
  await client.end()
})

test('a lost listening connection is replaced, and watchers are notified', async () => {
  const schema = freshSchema()
  const connections: pg.Client[] = []
  const listen = vi.fn(async () => {
    const client = await server.connect()
    connections.push(client)
    return client
  })
  const store = open({ schema, listen, pollInterval: 3_600_000 })
  const other = open({ schema })
  const acknowledged: Acknowledged = new Map()
  const { ids } = followIds(store)
  await writePair(other, 'before', acknowledged)
  await expect.poll(() => ids).toHaveLength(1)

  const lost = new Promise<void>((resolve) => connections[0]?.once('end', () => resolve()))
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen "${schema}.%'`)
  await lost
  await writePair(other, 'meanwhile', acknowledged)
  await expect.poll(() => ids).toHaveLength(2)
  await expect.poll(() => listen.mock.calls.length).toBe(2)
  await writePair(other, 'after', acknowledged)
  await expect.poll(() => ids).toEqual([...acknowledged.values()])
})

test(`a server killed ${KILLS} times has clear errors, no partial commits and no lost writes, and continues`, async () => {
  const random = seededRandom(1)
  const report = vi.fn()
  const store = open({ schema: freshSchema(), listen: () => server.connect(), report, pollInterval: 100 })
  const { ids } = followIds(store)
  const acknowledged: Acknowledged = new Map()
  const failures = new Set<string>()
  let isOver = false

  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++)
      await writePair(store, `${writer}:${n}`, acknowledged).catch(async (error) => {
        expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: expect.any(Error) })
        failures.add(error.message)
        await delay(10)
      })
  }
  const writers = Promise.all([0, 1, 2, 3].map(write))
  for (let kills = 0; kills < KILLS; kills++) {
    const [chance = 0] = random(1)
    const enough = acknowledged.size + 10 + (chance % 50)
    await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(enough)
    await server.kill()
    await server.restart()
  }
  isOver = true
  await writers
  await expectWholePairs(store, acknowledged)
  const head = await store.head()
  await expect.poll(() => ids.at(-1)).toBe(head)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
  expect([...failures].join('\n')).toMatch(/connection to the database was lost|cannot be reached/)
  expect(report.mock.calls.length).toBeLessThan(20 * KILLS)
})
