import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSignalbox } from '@signalbox/core'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from './open.ts'
import { migrateSqlite, sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MINUTE = 60_000

test('events that one process wrote and another deleted are not read from the memory of the first', async () => {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const path = join(folder, 'box.db')
  const [store, other] = [await openSqlite(path, { clock }), await openSqlite(path, { clock })]
  const [box, cleaner] = [createSignalbox({ store, clock }), createSignalbox({ store: other, clock })]
  const keysAfter = async (after: number) => {
    const keys: string[] = []
    for await (const { key } of store.read({ after })) keys.push(key)
    return keys
  }
  const create = (id: string) => box.features.create({ body: { id, enabled: true, activationStrategy: 'NO_STRATEGY' } })

  await create('old')
  now += MINUTE
  await create('new')
  expect(await keysAfter(0)).toEqual(['old', 'new'])
  await other.trim(new Date(now - MINUTE / 2))
  const [first] = (await box.events.history({ domains: 'Feature' })).results
  expect(first?.key).toBe('new')
  expect(await keysAfter(0)).toEqual(['new'])
  await Promise.all([box.close(), cleaner.close()])
})

test('events that another program deletes are known as deleted', async () => {
  const db = new DatabaseSync(':memory:')
  await migrateSqlite(db)
  expect(await sqliteStore(db).trimmedTo?.()).toBe(0)
  for (const id of [10, 20, 30, 40]) db.exec(`insert into signalbox_events (id, at, event) values (${id}, ${id}, '{}')`)
  db.exec('delete from signalbox_events where at < 35')
  expect(await sqliteStore(db).trimmedTo?.()).toBe(30)
})
