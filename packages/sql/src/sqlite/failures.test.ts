import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Change, Store } from '@signalbox/core'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { SqliteDatabase } from './database.ts'
import { openSqlite } from './open.ts'
import { sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = () => join(folder, `${files++}.db`)
const put = (key: string, value: unknown = key): Change => ({ op: 'put', collection: 'things', key, value })
const large = 'x'.repeat(1_000_000)
const unavailable = (message: RegExp) => ({ code: 'UNAVAILABLE', message: expect.stringMatching(message) })

async function open(path: string): Promise<Store> {
  const store = await openSqlite(path)
  onTestFinished(() => store.close?.())
  return store
}

const drivers = {
  'node:sqlite': (path: string): SqliteDatabase => new DatabaseSync(path),
  'better-sqlite3': (path: string): SqliteDatabase => new Database(path, { timeout: 0 }),
}

describe.each(Object.entries(drivers))('through %s', (_, connect) => {
  test('a full disk rejects whole commits, and accepts them again when there is space', async () => {
    const db = connect(freshPath())
    const store = sqliteStore(db)
    await store.commit([put('small')], [])
    db.exec('pragma max_page_count = 50')
    await expect(store.commit([put('first'), put('large', large)], [])).rejects.toMatchObject(
      unavailable(/disk .* is full.*\(SQLITE_FULL\)/),
    )
    expect(await store.count('things')).toBe(1)
    await store.commit([put('small', 'again')], [])
    db.exec('pragma max_page_count = 1000000')
    await store.commit([put('first'), put('large', large)], [])
    expect(await store.count('things')).toBe(3)
    expect((await store.get('things', 'small'))?.value).toBe('again')
  })

  test('a locked database can be read, and writes fail in time', async () => {
    const path = freshPath()
    await (await open(path)).commit([put('a')], [])
    const store = sqliteStore(connect(path), { busyTimeout: 30 })
    const locker = connect(path)
    locker.exec('begin immediate')
    await expect(store.commit([put('b')], [])).rejects.toMatchObject(unavailable(/locked.*\(SQLITE_BUSY\)/))
    expect((await store.get('things', 'a'))?.value).toBe('a')
    locker.exec('rollback')
    await store.commit([put('b')], [])
  })
})

test('a writer waits for a lock without blocking others', async () => {
  const path = freshPath()
  const store = await open(path)
  const locker = new DatabaseSync(path)
  locker.exec('begin immediate')
  let isDone = false
  const committing = store.commit([put('a')], []).then(() => {
    isDone = true
  })
  for (let turns = 0; turns < 50; turns++) {
    await nextTurn()
    expect(await store.get('things', 'a')).toBeUndefined()
  }
  expect(isDone).toBe(false)
  locker.exec('rollback')
  await committing
  expect((await store.get('things', 'a'))?.value).toBe('a')
})

test('a read-only file can be read, and writes fail with advice', async () => {
  const path = freshPath()
  const writable = await open(path)
  await writable.commit([put('a')], [])
  const store = sqliteStore(new DatabaseSync(path, { readOnly: true }))
  expect((await store.get('things', 'a'))?.value).toBe('a')
  expect(await store.count('things')).toBe(1)
  await expect(store.commit([put('b')], [])).rejects.toMatchObject(
    unavailable(/cannot be written.*\(SQLITE_READONLY\)/),
  )
})

test('a file that is not a database is rejected and not modified', async () => {
  const path = freshPath()
  const text = 'This is a text, and a long one. '.repeat(200)
  writeFileSync(path, text)
  await expect(openSqlite(path)).rejects.toMatchObject(unavailable(/not a SQLite database.*\(SQLITE_NOTADB\)/))
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('a damaged file fails with the cause, without ending the process', async () => {
  const path = freshPath()
  const whole = await openSqlite(path)
  await whole.commit(
    Array.from({ length: 400 }, (_, n) => put(`key:${n}`, large.slice(0, 3000))),
    [],
  )
  await whole.close?.()
  const file = openSync(path, 'r+')
  for (let page = 20; page < 300; page++) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(file)

  const store = await open(path)
  const scan = async () => {
    for await (const { key } of store.scan('things')) expect(key).toMatch(/^key:/)
  }
  const damaged = { ...unavailable(/damaged.*backup.*\(SQLITE_CORRUPT\)/), cause: expect.any(Error) }
  await expect(scan()).rejects.toMatchObject(damaged)
  await expect(scan()).rejects.toMatchObject(damaged)
  expect(await store.head()).toBe(0)
})

test('an invalid path fails at once', async () => {
  await expect(openSqlite(join(folder, 'no', 'such', 'folder.db'))).rejects.toMatchObject(
    unavailable(/cannot be opened.*\(SQLITE_CANTOPEN\)/),
  )
})

test('an invalid commit does not affect others of its group', async () => {
  const store = await open(freshPath())
  const circle: unknown[] = []
  circle.push(circle)
  const results = await Promise.allSettled([
    store.commit([put('a')], []),
    store.commit([put('b', circle)], []),
    store.commit([{ ...put('c'), value: undefined } as Change], []),
    store.commit([put('\ud800')], []),
    store.commit([put('d')], []),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled'])
  expect(await store.count('things')).toBe(2)
})
