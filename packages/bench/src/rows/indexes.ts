import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Change, createSignalbox, memoryStore, type Signalbox, type Store } from '@signalbox/core'
import { openSqlite, postgresStore } from '@signalbox/sql'
import { startPostgres } from '@signalbox/test-postgres'
import { medianTimes } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'

const SIZE = 100_000
const MOST = 5
const OWNERS = 10_000
const APIS = 100

/** The cost of lists that use indexes, relative to page 1 of a plain list, with many subscriptions and APIs. */
export const indexes: RowGroup = {
  title: `Lists of ${SIZE.toLocaleString('en')} subscriptions, and of as many APIs, by indexes, 15 a page`,
  async measure({ rounds }) {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
    const server = await startPostgres(['fsync=off'])
    const pool = server.openPool()
    try {
      return [
        ...(await rowsOf('memory', memoryStore(), rounds)),
        ...(await rowsOf('SQLite', await openSqlite(join(folder, 'box.db'), { synchronous: 'normal' }), rounds)),
        // Stopping the server ends idle connections, which the store would report.
        ...(await rowsOf('PostgreSQL', postgresStore(pool, { report: () => {} }), rounds)),
      ]
    } finally {
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true })
    }
  },
}

async function rowsOf(name: string, store: Store, rounds: number): Promise<Row[]> {
  await fill(store, 'subscriptions', subscription)
  await fill(store, 'apis', await apiLikeStored())
  const start = performance.now()
  const box = createSignalbox({ store })
  while (!(await Promise.all(indexed.map(([kind, member]) => store.index?.(kind, member)))).every(Boolean))
    await delay(10)
  const built = performance.now() - start
  const startOfPairs = performance.now()
  while (
    !(await Promise.all(pairs.map(([member, then]) => store.indexWithin?.('apis', then, { member, text: '' })))).every(
      Boolean,
    )
  )
    await delay(10)
  const rows: Row[] = [
    { what: `${name}: ${indexed.length} indexes built, with the records there`, figure: inMs(built) },
    { what: `${name}: ${pairs.length} indexes of two members`, figure: inMs(performance.now() - startOfPairs) },
  ]
  for (const kind of ['subscriptions', 'apis'] as const) {
    const times = await medianTimes(
      rounds * 4,
      questions[kind].map(
        ({ query, count, who }) =>
          () =>
            listed(seenBy(box, who)[kind], query, count),
      ),
    )
    for (const [i, { what }] of questions[kind].entries()) {
      const ratio = times[i]! / times[0]!
      const judged = i === 0 ? {} : { ratio: `${ratio.toFixed(1)} × page 1`, goal: `≤ ${MOST}`, met: ratio <= MOST }
      rows.push({ what: `${name}: ${kind}, ${what}`, figure: `${times[i]!.toFixed(2)} ms`, ...judged })
    }
  }
  await box.close()
  return rows
}

/** A list, and how many records it has on all pages. */
interface Question {
  readonly what: string
  readonly query: Query
  readonly count: number
  /** The pattern of the ids that the caller may read. @default every id */
  readonly who?: string
}

/** Of 100 APIs, five are deprecated; one is a shop. A thousandth of them has the same domain, a tenth the same version. */
const questions: Readonly<Record<'subscriptions' | 'apis', readonly Question[]>> = {
  subscriptions: [
    { what: 'page 1', query: {}, count: SIZE },
    { what: 'by owner_ref', query: { filter: { owner_ref: 'client-7' } }, count: SIZE / OWNERS },
    { what: 'by api_ref', query: { filter: { api_ref: 'api-7' } }, count: SIZE / APIS },
    { what: 'by plan_ref, which all have', query: { filter: { plan_ref: 'gold' } }, count: SIZE },
    {
      what: 'by owner_ref and plan_ref',
      query: { filter: { owner_ref: 'client-7', plan_ref: 'gold' } },
      count: SIZE / OWNERS,
    },
    { what: 'by plan_ref, sorted by name', query: { filter: { plan_ref: 'gold' }, sorted: 'name' }, count: SIZE },
    { what: 'sorted by name:desc', query: { sorted: 'name:desc' }, count: SIZE },
    { what: 'of a caller who sees one API', query: {}, count: SIZE / APIS, who: 'api-7' },
  ],
  apis: [
    { what: 'page 1', query: {}, count: SIZE },
    { what: 'by state, 95 % match', query: { filter: { state: 'published' } }, count: SIZE * 0.95 },
    { what: 'the same, page 600', query: { filter: { state: 'published' }, page: 600 }, count: SIZE * 0.95 },
    {
      what: 'by state and domain',
      query: { filter: { state: 'published', domain: 'd8.tld' } },
      count: SIZE / 1000,
    },
    { what: 'by state and version', query: { filter: { state: 'published', version: '8.0' } }, count: SIZE / 10 },
    {
      what: 'the same, page 600',
      query: { filter: { state: 'published', version: '8.0' }, page: 600 },
      count: SIZE / 10,
    },
    {
      what: 'by state and version, sorted by name, page 60',
      query: { filter: { state: 'published', version: '8.0' }, sorted: 'name', page: 60 },
      count: SIZE / 10,
    },
    {
      what: 'by version, sorted by name, page 600',
      query: { filter: { version: '8.0' }, sorted: 'name', page: 600 },
      count: SIZE / 10,
    },
    {
      what: 'by state, sorted by name:desc',
      query: { filter: { state: 'published' }, sorted: 'name:desc' },
      count: SIZE * 0.95,
    },
    { what: 'by domain, sorted by name', query: { filter: { domain: 'd8.tld' }, sorted: 'name' }, count: SIZE / 1000 },
    { what: 'sorted by name, page 600', query: { sorted: 'name', page: 600 }, count: SIZE },
    { what: 'sorted by state, then name', query: { sorted: 'state,name' }, count: SIZE },
    { what: 'sorted by domain, then name', query: { sorted: 'domain,name' }, count: SIZE },
    {
      what: 'by pattern and state',
      query: { pattern: 'shop-*', filter: { state: 'published' } },
      count: SIZE / 100,
    },
    {
      what: 'by state, of a caller who sees 1 %',
      query: { filter: { state: 'published' } },
      count: SIZE / 100,
      who: 'shop-*',
    },
    { what: 'sorted by name, of the same', query: { sorted: 'name' }, count: SIZE / 100, who: 'shop-*' },
  ],
}

const indexed = [
  ...['owner_ref', 'api_ref', 'plan_ref', 'name'].map((member) => ['subscriptions', member] as const),
  ...['name', 'state', 'domain', 'version'].map((member) => ['apis', member] as const),
]

/** Indexes of two members that the lists use; the first use of each has it built. */
const pairs = [
  ['state', 'version'],
  ['state', 'name'],
  ['version', 'name'],
  ['domain', 'name'],
] as const

const inMs = (milliseconds: number): string => `${Math.round(milliseconds).toLocaleString('en')} ms`

const seenBy = (box: Signalbox, pattern: string | undefined): Pick<Signalbox, 'subscriptions' | 'apis'> =>
  pattern === undefined
    ? box
    : box.as({ id: 'x', authorizedPatterns: [{ pattern, rights: [], domains: ['Subscription', 'Api'] }] })

async function fill(store: Store, collection: string, record: (n: number) => { readonly id: string }): Promise<void> {
  for (let at = 0; at < SIZE; at += 500) {
    const changes = Array.from({ length: 500 }, (_, i): Change => {
      const value = record(at + i)
      return { op: 'put', collection, key: value.id, value, expected: null }
    })
    await store.commit(changes, [])
  }
}

const subscription = (n: number) => ({
  id: `s-${String(n).padStart(6, '0')}`,
  name: `Subscription ${(n * 7919) % SIZE}`,
  description: '',
  enabled: true,
  api_ref: `api-${n % APIS}`,
  plan_ref: 'gold',
  owner_ref: `client-${n % OWNERS}`,
  subscription_kind: 'apikey',
  token_refs: [],
  dates: {},
  tags: [],
  metadata: {},
})

/** Makes APIs as a box stores them, with all defaults. */
async function apiLikeStored() {
  const store = memoryStore()
  const box = createSignalbox({ store })
  const routes = Array.from({ length: 5 }, (_, n) => ({ id: `route-${n}`, frontend: { paths: [`/path/${n}`] } }))
  await box.apis.create({ body: { id: 'model', name: 'model', domain: 'a.tld', routes } })
  const model = (await store.get('apis', 'model'))?.value as object
  await box.close()
  return (n: number) => ({
    ...model,
    id: `${n % 100 === 0 ? 'shop' : 'api'}-${String(n).padStart(6, '0')}`,
    name: `API ${(n * 7919) % SIZE}`,
    domain: `d${n % 1000}.tld`,
    version: `${n % 10}.0`,
    state: n % 20 === 7 ? 'deprecated' : 'published',
  })
}

type Query = NonNullable<Parameters<Signalbox['apis']['list']>[0]>

/** The list of one kind. */
interface Listable {
  list(query: Query): Promise<{ readonly results: readonly unknown[]; readonly metadata: { readonly count: number } }>
}

async function listed(kind: Listable, query: Query, count: number): Promise<void> {
  const { results, metadata } = await kind.list(query)
  if (results.length !== Math.min(15, count) || metadata.count !== count)
    throw new Error(`${metadata.count} records of ${JSON.stringify(query)}`)
}
