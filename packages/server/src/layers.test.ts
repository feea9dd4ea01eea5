import { expect, it } from 'vitest'
import { arrowsIn, flaws, foldersIn, type Table } from '../../core/src/layers.fixture.ts'

/** The folders of the server, lowest first, each with the folders that it imports. */
const folders: Table = {
  demo: [],
  files: [],
  http: [],
  openapi: [],
  process: [],
  redis: [],
  stores: [],
  settings: ['files', 'redis', 'stores'],
  transfer: ['files'],
  folder: ['files', 'settings'],
  log: ['files', 'settings', 'stores'],
  oidc: ['http', 'settings'],
  overload: ['http', 'settings'],
  passwords: ['settings'],
  'migrate-scripts': ['files', 'folder'],
  observers: ['http', 'log', 'overload', 'settings'],
  starting: ['log', 'stores'],
  tls: ['files', 'log', 'settings'],
  types: ['files', 'folder', 'settings', 'stores'],
  gateway: ['log', 'observers', 'overload', 'redis', 'settings', 'stores', 'tls'],
  listening: ['observers', 'overload', 'settings'],
  admin: ['http', 'listening', 'observers', 'settings', 'starting'],
  snapshots: ['gateway', 'settings'],
  'data-plane': ['gateway', 'log', 'overload', 'settings', 'snapshots', 'tls'],
  sinks: ['redis', 'settings', 'snapshots'],
  box: ['observers', 'openapi', 'passwords', 'settings', 'sinks', 'stores'],
  workers: ['admin', 'data-plane', 'gateway', 'log', 'settings', 'stores', 'tls'],
  mcp: ['box', 'folder', 'http', 'listening', 'overload', 'process', 'settings', 'stores'],
  serve: [
    'admin',
    'box',
    'data-plane',
    'demo',
    'gateway',
    'http',
    'listening',
    'log',
    'observers',
    'oidc',
    'overload',
    'passwords',
    'process',
    'settings',
    'snapshots',
    'starting',
    'stores',
    'tls',
    'workers',
  ],
  commands: [
    'box',
    'files',
    'folder',
    'mcp',
    'migrate-scripts',
    'openapi',
    'passwords',
    'serve',
    'settings',
    'snapshots',
    'stores',
    'transfer',
    'types',
  ],
}

it('each folder of the server has a row', () => {
  expect(Object.keys(folders).sort()).toEqual(foldersIn('server/src'))
})

it('the folders of the server import each other only as their rows allow, without cycles', () => {
  expect(flaws(folders, arrowsIn('server/src'))).toEqual([])
})
