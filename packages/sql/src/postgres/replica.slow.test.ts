import { createSignalbox } from '@signalbox/core'
import { openPool, type RealPostgres, type Replica, startPostgres } from '@signalbox/test-postgres'
import { describeApi } from '@signalbox/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { partsThatStore } from '../parts-that-store.fixture.ts'
import { migratePostgres, postgresStore } from './store.ts'

let server: RealPostgres
let standby: Replica
let pool: pg.Pool
beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  standby = await server.startReplica()
  pool = server.openPool()
})
afterAll(async () => {
  await pool.end()
  await standby.stop()
  await server.stop()
})

/** A store with a replica, and the number of reads of records and events that the replica answered. */
function open(schema: string, url = standby.url) {
  const replica = openPool(url)
  const answered = vi.fn()
  const report = vi.fn()
  const counting = {
    async query(text: string, values?: unknown[]) {
      const result = await replica.query(text, values)
      if (text.includes(`"${schema}"`)) answered()
      return result
    },
    on: (event: 'error', listener: (error: Error) => void) => replica.on(event, listener),
  }
  const store = postgresStore(pool, { schema, replica: counting, report, listen: () => server.connect() })
  onTestFinished(async () => {
    await store.close?.()
    await replica.end()
  })
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of store.replica!.scan('things')) found.push(key)
    return found
  }
  const put = async (key: string) => {
    const change = { op: 'put', collection: 'things', key, value: { name: key } } as const
    const draft = { type: 'THING_CREATED', key, domain: 'Thing', payload: {}, timestamp: '' }
    expect(await store.commit([change], [draft])).not.toHaveProperty('conflict')
  }
  return { store, put, keys, answered, report }
}

const report = () => {}

describeApi(
  'in process, on PostgreSQL with a replica',
  async ({ clock, random, ...ports }) => {
    await migratePostgres(pool, { schema: 'api' })
    await pool.query('delete from api.records; delete from api.counts; delete from api.events')
    await pool.query("update api.numbers set value = 0 where name in ('head', 'trimmed')")
    const replica = openPool(standby.url)
    const store = postgresStore(pool, { clock, random, report, schema: 'api', replica })
    const box = createSignalbox({ ...ports, clock, random, store })
    return { api: box, close: () => box.close().finally(() => replica.end()) }
  },
  { only: partsThatStore },
)

async function sizeOf(items: AsyncIterable<unknown>): Promise<number> {
  let size = 0
  for await (const _ of items) size++
  return size
}

test('a replica answers lists, counts, indexes and history, with the writes of this process', async () => {
  const { store, put, keys, answered, report } = open('own')
  await vi.waitFor(async () => expect(await store.replica?.index('things', 'name')).toBeDefined(), 20_000)
  for (let n = 1; n <= 50; n++) {
    await put(`t${100 + n}`)
    expect(await keys()).toHaveLength(n)
    expect(await store.replica?.count('things')).toBe(n)
    const index = await store.replica?.index('things', 'name')
    expect(await sizeOf(index!.keys({ prefix: '' }))).toBe(n)
    expect(await sizeOf(store.replica!.readBack({ limit: 1000 }))).toBe(n)
  }
  expect(answered.mock.calls.length).toBeGreaterThan(100) // of 200; under load the replica may be behind
  expect(report).not.toHaveBeenCalled()
})

test('what a notification told of is in later lists', async () => {
  const { store, keys } = open('others')
  const writer = postgresStore(pool, { schema: 'others' })
  onTestFinished(() => writer.close?.())
  await keys()
  let told = 0
  store.watch(() => told++)
  for (let n = 1; n <= 20; n++) {
    const before = told
    const draft = { type: 'THING_CREATED', key: `${n}`, domain: 'Thing', payload: {}, timestamp: '' }
    await writer.commit([{ op: 'put', collection: 'things', key: `${n}`, value: 1 }], [draft])
    await vi.waitFor(() => expect(told).toBeGreaterThan(before), 20_000)
    expect(await keys()).toHaveLength(n)
  }
})

test('while a replica is behind, the database answers', async () => {
  const { put, keys, answered, report } = open('behind')
  await put('a')
  await vi.waitFor(async () => {
    await keys()
    expect(answered).toHaveBeenCalled()
  }, 20_000)
  await standby.pause()
  onTestFinished(() => standby.pause(false))
  await put('b')
  answered.mockClear()
  for (let n = 0; n < 5; n++) expect(await keys()).toEqual(['a', 'b'])
  expect(answered).not.toHaveBeenCalled()
  await standby.pause(false)
  await vi.waitFor(async () => {
    expect(await keys()).toEqual(['a', 'b'])
    expect(answered).toHaveBeenCalled()
  }, 20_000)
  expect(report).not.toHaveBeenCalled()
})

test('a replica that cannot be used is reported once, and the database answers', async () => {
  const other = await startPostgres(['fsync=off'])
  onTestFinished(() => other.stop())
  const gone = new URL(standby.url)
  gone.port = '1'
  const cases = [
    [gone.href, /^The replica cannot be used, so the primary answers lists: The database cannot be reached/],
    [other.url, /^The replica cannot be used, so the primary answers lists: It is not a standby of the primary/],
  ] as const
  for (const [i, [url, message]] of cases.entries()) {
    const { put, keys, answered, report } = open(`unusable_${i}`, url)
    for (const key of ['a', 'b', 'c']) {
      await put(key)
      expect(await keys()).toContain(key)
    }
    expect(report.mock.calls).toEqual([
      [expect.objectContaining({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })],
    ])
    expect(answered).not.toHaveBeenCalled()
  }
})
