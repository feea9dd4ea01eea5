import { expect, it } from 'vitest'
import { arrowsIn, flaws, foldersIn, mutualPairs, type Table } from '../../core/src/layers.fixture.ts'

/**
 * The folders of the gateway, lowest first, each with the folders that it imports. Only flat files import all of them.
 */
const folders: Table = {
  addresses: [],
  documents: [],
  engines: [],
  headers: [],
  reporting: [],
  router: [],
  state: [],
  waiting: [],
  limits: ['headers', 'state'],
  redis: ['limits', 'waiting'],
  remote: ['state', 'waiting'],
  credentials: ['addresses', 'limits'],
  experiments: ['addresses', 'engines', 'limits', 'reporting', 'state', 'waiting'],
  // What plugins see: types, and what a plugin is declared with.
  'plugin-api': ['credentials', 'documents', 'engines', 'experiments', 'headers', 'limits'],
  request: ['addresses', 'headers', 'limits', 'plugin-api'],
  backend: ['addresses', 'headers', 'plugin-api'],
  backends: ['backend', 'plugin-api', 'request'],
  usage: ['limits', 'plugin-api', 'state'],
  consumers: ['backend', 'credentials', 'headers', 'limits', 'plugin-api', 'reporting', 'request'],
  openapi: ['backend', 'consumers', 'documents', 'headers', 'plugin-api', 'request'],
  log: ['request'],
  metrics: ['backend', 'backends', 'limits', 'request'],
  // One request on its way.
  exchange: ['backend', 'backends', 'headers', 'limits', 'metrics', 'plugin-api', 'request', 'router', 'usage'],
  observe: [
    ...['backend', 'backends', 'consumers', 'exchange', 'headers', 'limits', 'log', 'metrics', 'plugin-api'],
    ...['request', 'usage'],
  ],
  plugins: [
    ...['addresses', 'backend', 'consumers', 'documents', 'engines', 'experiments', 'headers', 'limits', 'observe'],
    ...['openapi', 'plugin-api', 'reporting', 'request', 'router', 'waiting'],
  ],
  pipeline: [
    ...['backend', 'backends', 'documents', 'exchange', 'headers', 'limits', 'metrics', 'observe', 'plugin-api'],
    ...['request', 'router', 'usage'],
  ],
  served: ['backends', 'documents', 'exchange', 'experiments', 'limits', 'observe', 'router', 'waiting'],
  fetch: ['backend', 'backends', 'exchange', 'headers', 'pipeline', 'plugin-api', 'request', 'waiting'],
  node: [
    ...['addresses', 'backend', 'backends', 'exchange', 'headers', 'limits', 'pipeline', 'plugin-api', 'reporting'],
    ...['request', 'state'],
  ],
  hono: ['fetch'],
}

it('each folder of the gateway has a row', () => {
  expect(Object.keys(folders).sort()).toEqual(foldersIn('gateway/src'))
})

it('the folders of the gateway import each other only as their rows allow, without cycles', () => {
  expect(flaws(folders, arrowsIn('gateway/src'))).toEqual([])
})

it('no two folders of the gateway, at any depth, import each other', () => {
  expect(mutualPairs('gateway/src')).toEqual([])
})

it('a plugin imports no other plugin, only what is shared', () => {
  const arrows = arrowsIn('gateway/src/plugins').filter(([from, to]) => from === 'shared' || to !== 'shared')
  expect(arrows).toEqual([])
})
