import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { eightWriters, expectWholePairs, followIds, writePair } from '../pairs.fixture.ts'
import { openSqlite } from './open.ts'
import { sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = () => join(folder, `${files++}.db`)

test.each([
  [undefined, 2],
  ['full', 2],
  ['normal', 1],
] as const)('with synchronous %s: a write-ahead log, and SQLite flushes it at level %i', async (synchronous, level) => {
  using opened = vi.spyOn(DatabaseSync.prototype, 'exec')
  const store = await openSqlite(freshPath(), synchronous && { synchronous })
  const connection = opened.mock.contexts[0] as unknown as DatabaseSync
  expect(connection.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(connection.prepare('pragma synchronous').get()).toEqual({ synchronous: level })
  await store.close?.()
})

test.skipIf(process.platform === 'win32')('only the owner can read a new file, its log and its index', async () => {
  const path = freshPath()
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
  const store = await openSqlite(path)
  await store.commit([{ op: 'put', collection: 'c', key: 'k', value: 1 }], [])
  const modes = () => ['', '-wal', '-shm'].map((end) => statSync(path + end).mode & 0o777)
  expect(modes()).toEqual([0o600, 0o600, 0o600])
  await store.close?.()
  chmodSync(path, 0o640)
  const again = await openSqlite(path)
  await again.commit([{ op: 'put', collection: 'c', key: 'k', value: 2 }], [])
  expect(modes()).toEqual([0o640, 0o640, 0o640])
  await again.close?.()
})

test('eight writers on two connections: readers of both see every event once, in order', async () => {
  const path = freshPath()
  const [one, other] = [await openSqlite(path), await openSqlite(path)]
  const followers = [followIds(one), followIds(other)]
  const acknowledged = await eightWriters(one, other, 50)
  await expectWholePairs(one, acknowledged)
  const ids = [...acknowledged.values()].toSorted((a, b) => a - b)
  for (const { ids: seen } of followers) {
    await expect.poll(() => seen.length).toBe(400)
    expect(seen).toEqual(ids)
  }
  await one.close?.()
  await other.close?.()
})

test('a backup taken while eight writers write is whole', async () => {
  const path = freshPath()
  const [one, other] = [await openSqlite(path), await openSqlite(path)]
  const writing = eightWriters(one, other, 40)
  await writePair(one, 'before', new Map())
  const backup = freshPath()
  new DatabaseSync(path, { readOnly: true }).exec(`vacuum into '${backup}'`)
  const all = await writing

  const restored = await openSqlite(backup)
  await expectWholePairs(restored, new Map())
  expect(await restored.get('left', 'before')).toBeDefined()
  expect(await restored.count('left')).toBeLessThan(all.size)
  const last = Math.max(...all.values())
  const later = new Map<string, number>()
  await writePair(restored, 'after', later)
  expect(later.get('after')).toBeGreaterThan(last)
  for (const store of [one, other, restored]) await store.close?.()
})

test('closing waits for commits on their way, once; later calls say that it is closed', async () => {
  const path = freshPath()
  const store = await openSqlite(path)
  const acknowledged = new Map<string, number>()
  const writing = writePair(store, 'last', acknowledged)
  await Promise.all([store.close?.(), store.close?.()])
  await writing
  const closed = { code: 'UNAVAILABLE', message: 'The store is closed' }
  await expect(store.get('left', 'last')).rejects.toMatchObject(closed)
  await expect(writePair(store, 'late', acknowledged)).rejects.toMatchObject(closed)

  const again = await openSqlite(path)
  await expectWholePairs(again, acknowledged)
  await again.close?.()
})

test('a connection of the caller stays open', async () => {
  const db = new DatabaseSync(':memory:')
  const store = sqliteStore(db)
  await store.head()
  await store.close?.()
  expect(db.prepare('select 1 as one').get()).toEqual({ one: 1 })
})
