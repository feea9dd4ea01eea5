import { createSignalbox, type Signalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { postgresStore } from '@signalbox/sql'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { startChild } from '../child.ts'
import { cpuTime, median } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'
import { manyUsers, mixedFeature } from '../workload.ts'

const MANY = 1_000_000
const FEW = 20_000
/** Lines in one chunk of the upload, and rows in one transaction of the baseline. */
const TOGETHER = 500
const LEAST_LINES = 30_000
const MOST_MS = 5
/** A prefix that a hundred features have. */
const TEAM = 'team77:*'
const LATE = 600

const users = manyUsers(1000)
const apiKey = { clientId: 'bench', clientSecret: 'a-secret-of-the-bench' } as const

/** Many features on PostgreSQL: their upload, pages, a tree and the start. Every response survives a power failure. */
export const postgres: RowGroup = {
  title: 'Many features on PostgreSQL, durable (fsync)',
  async measure({ rounds }) {
    const size = rounds < 10 ? FEW : MANY
    const server = await startPostgres()
    try {
      const raw = await rawRate(server, Math.min(size, 100_000))
      const uploaded = await withBox(server, (box) => upload(box, size))
      const started = await withBox(server, async (_, taken) => taken)
      const inProcess = await withBox(server, (box) => readTimes(box, rounds * 2))
      const overHttp = await readTimesOverHttp(server, rounds * 2)
      const many = count(size)
      return [
        { what: `raw inserts of records alone, ${TOGETHER} a transaction`, figure: `${count(raw)} /s` },
        {
          what: `upload of ${many} features (nd-json)`,
          figure: `${count(uploaded.perSecond)} lines/s, ${uploaded.microseconds.toFixed(1)} µs of CPU each`,
          ratio: `${(uploaded.perSecond / raw).toFixed(2)} × raw inserts`,
          goal: `≥ ${count(LEAST_LINES)} /s`,
          met: uploaded.perSecond >= LEAST_LINES,
        },
        { what: `start with ${many} features`, figure: `${count(started)} ms` },
        ...questions.map(({ what, hasGoal }, i): Row => {
          const [here, there] = [inProcess[i] as number, overHttp[i] as number]
          const goal = hasGoal ? { goal: `≤ ${MOST_MS} ms`, met: Math.max(here, there) <= MOST_MS } : {}
          return {
            what: `${what} among ${many}: in process, over HTTP`,
            figure: `${here.toFixed(2)}, ${there.toFixed(2)} ms`,
            ...(i > 0 && { ratio: `${(here / (inProcess[0] as number)).toFixed(1)} × page 1` }),
            ...goal,
          }
        }),
      ]
    } finally {
      await server.stop()
    }
  },
}

/** The smallest statement that stores as many records: keys and texts, without events, versions or conditions. */
async function rawRate(server: RealPostgres, size: number): Promise<number> {
  const client = await server.connect()
  await client.query('create table rows (key text primary key, value text not null)')
  const insert = 'insert into rows select * from unnest($1::text[], $2::text[])'
  const start = performance.now()
  for (let at = 0; at < size; at += TOGETHER) {
    const features = Array.from({ length: TOGETHER }, (_, i) => mixedFeature(at + i, users))
    await client.query(insert, [features.map(({ id }) => id), features.map((feature) => JSON.stringify(feature))])
  }
  const rate = (size / (performance.now() - start)) * 1000
  await client.end()
  return rate
}

/** Runs something with a fresh instance, and the milliseconds of its start. */
async function withBox<T>(server: RealPostgres, use: (box: Signalbox, started: number) => Promise<T>): Promise<T> {
  const pool = server.openPool()
  const start = performance.now()
  const box = createSignalbox({ store: postgresStore(pool, { report: () => {}, listen: () => server.connect() }) })
  try {
    await box.ready()
    return await use(box, performance.now() - start)
  } finally {
    await box.close()
    await pool.end()
  }
}

async function upload(box: Signalbox, size: number): Promise<{ perSecond: number; microseconds: number }> {
  const app = toHono(box, { access: 'open' })
  const request = new Request('http://localhost/api/features.ndjson', {
    method: 'POST',
    headers: { 'Content-Type': 'application/nd-json' },
    body: linesOf(size),
    duplex: 'half',
  } as RequestInit)
  const start = performance.now()
  const nanoseconds = await cpuTime(async () => {
    const answer: unknown = await (await app.fetch(request)).json()
    if ((answer as { success: number }).success !== size) throw new Error(JSON.stringify(answer))
  })
  return { perSecond: (size / (performance.now() - start)) * 1000, microseconds: nanoseconds / 1000 / size }
}

/** Features as lines, made while they are sent. */
function linesOf(size: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= size) return controller.close()
      const lines = Array.from({ length: TOGETHER }, (_, i) => `${JSON.stringify(mixedFeature(at + i, users))}\n`)
      controller.enqueue(encoder.encode(lines.join('')))
      at += TOGETHER
    },
  })
}

/** What is asked; over HTTP, by path. */
const questions = [
  { what: 'page 1', path: '/api/features', hasGoal: true },
  { what: 'page 2', path: '/api/features?page=2', hasGoal: true },
  { what: `page ${LATE} behind a write`, path: `/api/features?page=${LATE}`, hasGoal: false, isBehindWrite: true },
  { what: 'a tree of 100', path: `/api/tree/features?pattern=${TEAM}`, hasGoal: true },
] as const

async function readTimes(box: Signalbox, rounds: number): Promise<number[]> {
  const app = toHono(box, { access: 'open' })
  return timesOf(rounds, async (path, init) => app.request(path, init))
}

/** The same on the server that anyone starts, from this process. */
async function readTimesOverHttp(server: RealPostgres, rounds: number): Promise<number[]> {
  const child = startChild('servers/serve-postgres', [server.url, apiKey.clientId, apiKey.clientSecret])
  const headers = { 'Service-Client-Id': apiKey.clientId, 'Service-Client-Secret': apiKey.clientSecret }
  try {
    const url = await child.ask<string>()
    return await timesOf(rounds, (path, init) =>
      fetch(`${url}${path}`, { ...init, headers: { ...init?.headers, ...headers } }),
    )
  } finally {
    await child.stop()
  }
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

let writes = 0

async function timesOf(rounds: number, ask: Ask): Promise<number[]> {
  async function answered(path: string, init?: RequestInit): Promise<void> {
    const response = await ask(path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  }
  const write = () =>
    answered('/api/features', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: `a-write:${writes++}`, enabled: true, activationStrategy: 'NO_STRATEGY' }),
    })
  await answered(questions[3].path) // the first tree compiles its features
  const times: number[] = []
  for (const { path, ...question } of questions) {
    const taken: number[] = []
    for (let round = 0; round < rounds; round++) {
      if ('isBehindWrite' in question) await write()
      const start = performance.now()
      await answered(path)
      taken.push(performance.now() - start)
    }
    times.push(median(taken))
  }
  return times
}

const count = (number: number): string => Math.round(number).toLocaleString('en')
