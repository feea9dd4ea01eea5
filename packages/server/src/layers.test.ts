import { expect, it } from 'vitest'
import type { Table } from '../../core/src/layers.fixture.ts'
import { arrowsIn, flaws, foldersIn } from '../../core/src/layers.fixture.ts'

/** The folders of the server, lowest first, each with those that it imports. Flat files are not in the table. */
const folders: Table = {
  folder: [],
  log: [],
  mcp: [],
  oidc: [],
  otoroshi: [],
  redis: [],
  snapshots: [],
  transfer: [],
  'migrate-scripts': ['folder'],
  observers: ['log'],
  sinks: ['redis', 'snapshots'],
  vendors: ['otoroshi'],
  workers: ['log'],
  commands: ['folder', 'mcp', 'migrate-scripts', 'otoroshi', 'snapshots', 'transfer', 'vendors'],
}

it('each folder of the server has a row', () => {
  expect(Object.keys(folders).sort()).toEqual(foldersIn('server/src'))
})

it('the folders of the server import each other only as their rows allow, without cycles', () => {
  expect(flaws(folders, arrowsIn('server/src'))).toEqual([])
})
