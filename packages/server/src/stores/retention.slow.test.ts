import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite, postgresStore } from '@signalbox/sql'
import { openPool, type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { call, known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

let folder: string
let postgres: RealPostgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const DAY = 24 * 60 * 60_000
const clock = () => Date.now() - 10 * DAY

/** Opens a store whose clock is ten days behind, and returns the URL for servers. */
const stores = {
  async SQLite(name: string) {
    const file = join(folder, `${name}.db`)
    return { url: `sqlite:${file}`, store: await openSqlite(file, { clock }), end: async () => {} }
  },
  async PostgreSQL(name: string) {
    const admin = await postgres.connect()
    await admin.query(`create database ${name}`)
    await admin.end()
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    const pool = openPool(url.href)
    return { url: url.href, store: postgresStore(pool, { clock }), end: () => pool.end() }
  },
} as const

/** A store with 5,000 events that are ten days old. */
async function filled(kind: keyof typeof stores, name: string): Promise<string> {
  const { url, store, end } = await stores[kind](name)
  const draft = { type: 'CONFIG_CREATED', domain: 'Config', payload: {}, timestamp: '2026-01-01T00:00:00.000' }
  for (let part = 0; part < 5; part++)
    await store.commit(
      [],
      Array.from({ length: 1000 }, (_, n) => ({ ...draft, key: `old:${part * 1000 + n}` })),
    )
  await store.close?.()
  await end()
  return url
}

/** The keys of all events that a server has, by the beginning of the key. */
async function counts(url: string) {
  const text = await (await call(`${url}/api/events/_history.ndjson?domains=Config`)).text()
  const keys = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { key: string }).key)
  return {
    old: keys.filter((key) => key.startsWith('old:')).length,
    recent: keys.filter((key) => key.startsWith('new:')).length,
  }
}

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (kind) => {
  const open = async (store: string, eventRetentionDays: number) => {
    const server = await createServer({ ...known, store, eventRetentionDays, port: 0, host: '127.0.0.1' })
    onTestFinished(() => server.close())
    return server.url
  }

  it('two servers delete events beyond the retention, and no others, while they write', async () => {
    const store = await filled(kind, 'short')
    const urls = await Promise.all([open(store, 7), open(store, 7)])
    const ids = Array.from({ length: 40 }, (_, n) => `new:${n}`)
    for (const [n, id] of ids.entries()) {
      const body = JSON.stringify({ id, value: n })
      const headers = { 'Content-Type': 'application/json' }
      const sent = await call(`${urls[n % 2]}/api/configs`, { method: 'POST', headers, body })
      expect(sent.status).toBe(201)
    }
    for (const url of urls) await expect.poll(() => counts(url), { timeout: 30_000 }).toEqual({ old: 0, recent: 40 })
    const about = await (await call(`${urls[0]}/api/_about`)).json()
    expect(about).toMatchObject({ events: { retentionDays: 7 } })
  })

  it('a server keeps what is within the longest retention', async () => {
    const url = await open(await filled(kind, 'long'), 3650)
    expect(await counts(url)).toEqual({ old: 5000, recent: 0 })
    const headers = { 'Content-Type': 'application/json' }
    await call(`${url}/api/configs`, { method: 'POST', headers, body: JSON.stringify({ id: 'new:1', value: 1 }) })
    expect(await counts(url)).toEqual({ old: 5000, recent: 1 })
  })
})
