import type { Store } from '@signalbox/core'
import { openPool, type RealPostgres, type SilentProxy, silentProxy, startPostgres } from '@signalbox/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { followIds, writePair } from '../pairs.fixture.ts'
import { migratePostgres, type PostgresOptions, postgresStore } from './store.ts'

let server: RealPostgres
beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
})
afterAll(() => server.stop())

const timeout = 400
let schemas = 0

/** Opens a store that reaches the database through a proxy, and one that does not. */
async function open(options: PostgresOptions = {}) {
  const schema = `silence_${schemas++}`
  const proxy = await silentProxy(server.url)
  const direct = server.openPool()
  await migratePostgres(direct, { schema })
  const other = postgresStore(direct, { schema, report: () => {} })
  const limits = { connectionTimeoutMillis: timeout, query_timeout: timeout, idleTimeoutMillis: timeout }
  const pool = openPool(proxy.url, limits)
  const report = vi.fn()
  const store = postgresStore(pool, { schema, timeout: 2 * timeout, pollInterval: 3_600_000, report, ...options })
  onTestFinished(async () => {
    await Promise.all([store.close?.(), other.close?.()])
    await Promise.all([pool.end(), direct.end()])
    await proxy.close()
  })
  return { store, other, proxy, report }
}

const unavailable = (message: RegExp) => ({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })
const write = (store: Store, key: string) => writePair(store, key, new Map())

test('reads and writes on silent connections fail, and later ones succeed', async () => {
  const { store, proxy } = await open()
  await Promise.all(Array.from({ length: 5 }, () => store.count('left')))
  proxy.freeze()
  await Promise.all([
    expect(write(store, 'a')).rejects.toMatchObject(unavailable(/in time; a write .* may or may not be stored/)),
    expect(store.count('left')).rejects.toMatchObject(unavailable(/in time; try again$/)),
  ])
  await expect.poll(() => write(store, 'b').then(() => 'written', String)).toBe('written')
  expect(await store.count('left', { where: ['b'] })).toBe(1)
})

test('a call of a client without timeout times out, too', async () => {
  const schema = `silence_${schemas++}`
  const proxy = await silentProxy(server.url)
  const pool = openPool(proxy.url)
  const store = postgresStore(pool, { schema, timeout, report: () => {} })
  await write(store, 'a')
  proxy.freeze()
  await expect(store.head()).rejects.toMatchObject(unavailable(/did not respond in time/))
  await expect(write(store, 'b')).resolves.toBeUndefined() // uses another connection of the pool
  await store.close?.()
  await proxy.close()
  await pool.end()
})

test('a database that accepts connections but does not respond has its own message', async () => {
  const { store, proxy } = await open()
  proxy.deafen()
  await expect(store.head()).rejects.toMatchObject(unavailable(/accepts connections but does not respond/))
  proxy.deafen(false)
  expect(await store.head()).toBe(0)
})

test('a silent listening connection is reported once and replaced', async () => {
  const connections: SilentProxy[] = []
  const listen = async () => {
    const [proxy] = connections
    const client = new pg.Client({ connectionString: proxy?.url ?? server.url, connectionTimeoutMillis: timeout })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const own = await silentProxy(server.url)
  connections.push(own)
  onTestFinished(() => own.close())
  const { store, other, report } = await open({ listen, heartbeat: 50 })
  const { ids } = followIds(store)
  await write(other, 'before')
  await expect.poll(() => ids).toHaveLength(1)
  own.freeze()
  await write(other, 'meanwhile')
  await expect.poll(() => ids).toHaveLength(2) // not from polling, but from a new connection
  await write(other, 'after')
  await expect.poll(() => ids).toHaveLength(3)
  expect(own.accepted).toBe(2)
  expect(report.mock.calls.map(([error]) => error.message)).toEqual([expect.stringMatching(/did not respond in time/)])
})

test('closing does not wait for silent connections', async () => {
  const listen = async () => {
    const client = new pg.Client({ connectionString: proxy.url })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const proxy = await silentProxy(server.url)
  onTestFinished(() => proxy.close())
  const { store, other } = await open({ listen, heartbeat: 3_600_000 })
  const { ids } = followIds(store)
  await write(other, 'a')
  await expect.poll(() => ids).toHaveLength(1)
  proxy.freeze()
  await store.close?.()
})
