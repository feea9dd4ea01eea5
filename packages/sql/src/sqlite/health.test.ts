import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Store } from '@signalbox/core'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { type Acknowledged, expectWholePairs, writePair } from '../pairs.fixture.ts'
import { openSqlite } from './open.ts'
import { sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = () => join(folder, `${files++}.db`)
const unavailable = (message: RegExp) => ({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })
const write = (store: Store, key: string) => writePair(store, key, new Map())

async function open(path: string, report = vi.fn()): Promise<Store> {
  const store = await openSqlite(path, { report })
  onTestFinished(() => store.close?.())
  return store
}

test('a store that can write is healthy, without a probe', async () => {
  const db = new DatabaseSync(freshPath())
  const store = sqliteStore(db)
  await write(store, 'a')
  const changes = () => db.prepare('select total_changes() as changes').get()
  const before = changes()
  await store.check?.()
  expect(changes()).toEqual(before)
})

test('a store whose writes fail is unhealthy until a write succeeds', async () => {
  const db = new DatabaseSync(freshPath())
  const store = sqliteStore(db)
  await write(store, 'a')
  db.exec('pragma query_only = on')
  await store.check?.() // no write has been tried
  await expect(write(store, 'b')).rejects.toMatchObject(unavailable(/cannot be written/))
  expect(await store.count('left')).toBe(1)
  await expect(store.check?.()).rejects.toMatchObject(unavailable(/cannot be written.*\(SQLITE_READONLY\)/))
  db.exec('pragma query_only = off')
  await store.check?.()
  await write(store, 'b')
})

/** What a file holds: its pages, free ones, rows and events, and the size of its log. */
async function contentOf(db: DatabaseSync, store: Store, path: string) {
  const number = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0]
  return {
    pages: number('pragma page_count'),
    free: number('pragma freelist_count'),
    cache: number('pragma cache_size'),
    records: number('select count(*) from signalbox_records'),
    collections: number('select count(*) from signalbox_collections'),
    events: await store.head(),
    bytes: statSync(path).size,
    log: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
  }
}

const large = 'x'.repeat(300_000)
const putLarge = (store: Store) => store.commit([{ op: 'put', collection: 'things', key: 'large', value: large }], [])

test.each(['wal', 'delete'])(
  'a full disk is unhealthy while large writes fail, although small ones fit, and probes leave nothing (%s)',
  async (mode) => {
    const path = freshPath()
    const db = new DatabaseSync(path)
    db.exec(`pragma journal_mode = ${mode}`)
    const store = sqliteStore(db)
    await write(store, 'a')
    db.exec('pragma max_page_count = 40')
    await expect(putLarge(store)).rejects.toMatchObject(unavailable(/disk .* is full/))
    await expect(store.check?.()).rejects.toMatchObject(unavailable(/disk .* is full.*\(SQLITE_FULL\)/))
    await write(store, 'b')
    await expect(store.check?.()).rejects.toMatchObject(unavailable(/disk .* is full/))
    const before = await contentOf(db, store, path)
    for (let probes = 0; probes < 20; probes++)
      await expect(store.check?.()).rejects.toMatchObject(unavailable(/disk .* is full/))
    expect(await contentOf(db, store, path)).toEqual(before)

    db.exec('pragma max_page_count = 1000000')
    await store.check?.()
    const { log: _log, ...after } = await contentOf(db, store, path)
    expect(before).toMatchObject({ ...after, records: before.records })
    const changes = () => db.prepare('select total_changes() as changes').get()
    const healthy = changes()
    await store.check?.()
    expect(changes()).toEqual(healthy)
    await putLarge(store)
  },
)

test('a large write that succeeds makes a full disk healthy without a probe', async () => {
  const db = new DatabaseSync(freshPath())
  const store = sqliteStore(db)
  await write(store, 'a')
  db.exec('pragma max_page_count = 40')
  await expect(putLarge(store)).rejects.toMatchObject(unavailable(/full/))
  db.exec('pragma max_page_count = 1000000')
  await putLarge(store)
  const changes = () => db.prepare('select total_changes() as changes').get()
  const before = changes()
  await store.check?.()
  expect(changes()).toEqual(before)
})

test('a store with a damaged file stays unhealthy', async () => {
  const path = freshPath()
  const whole = await openSqlite(path)
  await whole.commit(
    Array.from({ length: 400 }, (_, n) => ({
      op: 'put',
      collection: 'things',
      key: `key:${n}`,
      value: 'x'.repeat(3000),
    })),
    [],
  )
  await whole.close?.()
  const file = openSync(path, 'r+')
  for (let page = 20; page < 300; page++) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(file)
  const store = await open(path)
  await store.check?.()
  await expect(
    (async () => {
      for await (const { key } of store.scan('things')) expect(key).toMatch(/^key:/)
    })(),
  ).rejects.toMatchObject(unavailable(/damaged/))
  expect(await store.head()).toBe(0)
  await expect(store.check?.()).rejects.toMatchObject(unavailable(/damaged.*backup/))
})

test('a deleted log is noticed without a write, and acknowledged writes are saved', async () => {
  const path = freshPath()
  const report = vi.fn()
  const store = await open(path, report)
  const acknowledged: Acknowledged = new Map()
  for (let n = 0; n < 30; n++) await writePair(store, `${n}`, acknowledged)
  rmSync(`${path}-wal`)
  await expect.poll(() => report.mock.calls.length).toBe(1)
  expect(report.mock.calls[0]?.[0]).toMatchObject(unavailable(/-wal.*deleted.*are safe in the database file: restart/))
  await expect(store.check?.()).rejects.toMatchObject(unavailable(/deleted/))
  await expect(write(store, 'more')).rejects.toMatchObject(unavailable(/deleted.*all writes fail/))
  expect(await store.count('left')).toBe(30)
  const copy = freshPath()
  copyFileSync(path, copy) // as a killed process leaves it
  await expectWholePairs(await open(copy), acknowledged)
})

test('no acknowledged write is lost if the log is deleted before the process dies', async () => {
  const path = freshPath()
  const acknowledged: Acknowledged = new Map()
  const program = join(import.meta.dirname, 'writer.fixture.ts')
  const child = spawn(process.execPath, [...importing, program, path, 'writer'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, id] = line.split(' ')
    acknowledged.set(key as string, Number(id))
    if (acknowledged.size === 100) rmSync(`${path}-wal`)
  }
  expect(await ended).toEqual([1, null]) // a write failed, and nobody closed the store
  const store = await open(path)
  for (const name of acknowledged.keys()) expect(await store.get('left', name)).toBeDefined()
  await store.check?.()
})

test('a replaced database file rejects writes, with advice', async () => {
  const [path, other] = [freshPath(), freshPath()]
  await (await openSqlite(other)).close?.()
  const store = await open(path)
  await write(store, 'a')
  renameSync(other, path)
  await expect(write(store, 'b')).rejects.toMatchObject(unavailable(/replaced.*export them.*restart/))
  await expect(store.check?.()).rejects.toMatchObject(unavailable(/replaced/))
  expect(await store.count('left')).toBeGreaterThan(0)
})
