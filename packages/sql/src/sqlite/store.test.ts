import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, type Store } from '@signalbox/core'
import { describeApi, describeStore } from '@signalbox/testing'
import Database from 'better-sqlite3'
import { afterAll } from 'vitest'
import { partsThatStore } from '../parts-that-store.fixture.ts'
import { openSqlite } from './open.ts'
import { sqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = () => join(folder, `${files++}.db`)
const pathOf = new WeakMap<Store, string>()

describeStore(
  'on a SQLite file',
  async () => {
    const path = freshPath()
    const store = await openSqlite(path)
    pathOf.set(store, path)
    return store
  },
  { connect: (store) => openSqlite(pathOf.get(store) as string) },
)

describeStore('on SQLite in memory', () => openSqlite(':memory:'))

describeStore('on SQLite through better-sqlite3', () => sqliteStore(new Database(':memory:')))

describeApi(
  'in process, on a SQLite file',
  async (ports) => {
    const { clock, random, report } = ports
    const box = createSignalbox({ ...ports, store: await openSqlite(freshPath(), { clock, random, report }) })
    return { api: box, close: box.close }
  },
  { only: partsThatStore },
)
