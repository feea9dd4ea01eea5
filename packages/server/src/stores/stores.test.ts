import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isStoreOnly, isStoreUrl, nameOfStore, nearestStore, openStore } from './stores.ts'

it.each([
  ['./box.db', './box.db'],
  ['./box', './box'],
  ['../data/box', '../data/box'],
  ['box.db', 'box.db'],
  ['data/box.sqlite', 'data/box.sqlite'],
  ['BOX.DB', 'BOX.DB'],
  ['box.sqlite3', 'box.sqlite3'],
  ['/var/x.db', '/var/x.db'],
  ['/var/lib/signalbox/data', '/var/lib/signalbox/data'],
  ['C:\\data\\box.db', 'C:\\data\\box.db'],
  ['./a:b', './a:b'],
  ['sqlite:./box.db', './box.db'],
  ['sqlite:box', 'box'],
  ['memory:', 'memory:'],
])('%j is a store, with the name %s', (text, name) => {
  expect([isStoreUrl(text), nameOfStore(text)]).toEqual([true, name])
})

it.each([
  ['postgress://me:secret@db/x', 'postgres://USER:PASSWORD@HOST/DATABASE'],
  ['postgres', 'postgres://USER:PASSWORD@HOST/DATABASE'],
  ['memory', 'memory:'],
  ['memory:x', 'memory:'],
  ['sqlite:', 'sqlite:FILE'],
  ['sqlit:x.db', 'sqlite:FILE'],
  ['box', './box.db'],
  ['', undefined],
  ['./', undefined],
  ['/', undefined],
  ['.', undefined],
  ['.db', undefined],
  ['db.example.com', undefined],
  ['mysql://db/x.db', undefined],
  ['https://flags.example.com/box.db', undefined],
])('%j is no store; %s may be meant', async (text, meant) => {
  expect([isStoreUrl(text), nearestStore(text)]).toEqual([false, meant])
  const hint = meant === undefined ? /DATABASE$/ : `(did you mean ${meant}?)`
  await expect(openStore(text)).rejects.toThrow(hint)
})

it('opens a bare path, which is the same file as that of its URL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'box')
  const store = await openStore(path)
  await store.commit([{ op: 'put', collection: 'a', key: 'k', value: 1 }], [])
  await store.close?.()
  expect(existsSync(path)).toBe(true)
  const again = await openStore(`sqlite:${path}`)
  expect(await again.get('a', 'k')).toMatchObject({ value: 1 })
  await again.close?.()
})

it('tells a store from other files by its extension, or its scheme', () => {
  expect(['./flags.ndjson', './box.db', 'sqlite:./flags', '/srv/export'].map(isStoreOnly)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
