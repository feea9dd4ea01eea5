import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Change, Signalbox, Store } from '@signalbox/core'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { openSqlite, postgresStore } from '@signalbox/sql'
import { startPostgres } from '@signalbox/test-postgres'
import { medianTimes } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'

const SIZE = 100_000
const MOST = 5
const OWNERS = 10_000
const APIS = 100

/** The cost of a list that uses an index, relative to page 1 of a plain list, with many subscriptions. */
export const indexes: RowGroup = {
  title: `Lists of ${SIZE.toLocaleString('en')} subscriptions by indexes, 15 a page`,
  async measure({ rounds }) {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
    const server = await startPostgres(['fsync=off'])
    const pool = server.openPool()
    try {
      return [
        ...(await rowsOf('memory', memoryStore(), rounds)),
        ...(await rowsOf('SQLite', await openSqlite(join(folder, 'box.db'), { synchronous: 'normal' }), rounds)),
        ...(await rowsOf('PostgreSQL', postgresStore(pool), rounds)),
      ]
    } finally {
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true })
    }
  },
}

async function rowsOf(name: string, store: Store, rounds: number): Promise<Row[]> {
  await fill(store)
  const start = performance.now()
  const box = createSignalbox({ store })
  while (!(await Promise.all(members.map((member) => store.index?.('subscriptions', member)))).every(Boolean))
    await delay(10)
  const built = performance.now() - start
  const someone = box.as({ id: 'x', authorizedPatterns: [{ pattern: 'api-7', rights: [], domains: ['Subscription'] }] })
  const [first, ...others] = await medianTimes(rounds * 4, [
    () => listed(box, {}, SIZE),
    () => listed(box, { filter: { owner_ref: 'client-7' } }, SIZE / OWNERS),
    () => listed(box, { filter: { api_ref: 'api-7' } }, SIZE / APIS),
    () => listed(box, { sorted: 'name:desc' }, SIZE),
    () => listed(someone, {}, SIZE / APIS),
  ])
  await box.close()
  return [
    {
      what: `${name}: four indexes built, with the records there`,
      figure: `${Math.round(built).toLocaleString('en')} ms`,
    },
    { what: `${name}: page 1`, figure: `${first!.toFixed(2)} ms` },
    ...questions.map(({ what, most }, i): Row => {
      const ratio = others[i]! / first!
      const goal = most === undefined ? {} : { goal: `≤ ${most}`, met: ratio <= most }
      return {
        what: `${name}: ${what}`,
        figure: `${others[i]!.toFixed(2)} ms`,
        ratio: `${ratio.toFixed(1)} × page 1`,
        ...goal,
      }
    }),
  ]
}

const questions: readonly { readonly what: string; readonly most?: number }[] = [
  { what: `by owner_ref, ${SIZE / OWNERS} match`, most: MOST },
  { what: `by api_ref, ${(SIZE / APIS).toLocaleString('en')} match` },
  { what: 'sorted by name:desc', most: MOST },
  { what: 'of a caller who sees one API' },
]

const members = ['owner_ref', 'api_ref', 'plan_ref', 'name']

async function fill(store: Store): Promise<void> {
  for (let at = 0; at < SIZE; at += 500) {
    const changes = Array.from({ length: 500 }, (_, i): Change => {
      const value = subscription(at + i)
      return { op: 'put', collection: 'subscriptions', key: value.id, value, expected: null }
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

type Query = Parameters<Signalbox['subscriptions']['list']>[0]

async function listed(box: Pick<Signalbox, 'subscriptions'>, query: Query, count: number): Promise<void> {
  const { results, metadata } = await box.subscriptions.list(query)
  if (results.length !== Math.min(15, count) || metadata.count !== count)
    throw new Error(`${metadata.count} subscriptions of ${JSON.stringify(query)}`)
}
