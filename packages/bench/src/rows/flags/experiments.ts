import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, memoryStore, type Store } from '@signalbox/core'
import { openSqlite, postgresStore } from '@signalbox/sql'
import { startPostgres } from '@signalbox/test-postgres'
import { type Child, startChild } from '../../child.ts'
import { display, event, experiment } from '../../experiment.ts'
import { type Effort, median, race } from '../../harness.ts'
import type { Displays } from '../../programs/load-displays.ts'
import type { Row, RowGroup } from '../../row.ts'

/** Displays per second, and per second of the server's CPU time. */
const GOALS = {
  memory: { perSecond: 10_000, perCpuSecond: 0 },
  sqlite: { perSecond: 5000, perCpuSecond: 12_000 },
  postgres: { perSecond: 0, perCpuSecond: 10_000 },
} as const
const MOST_RATIO = 3
const WIDE = 32
const WEEK = 7 * 24 * 60 * 60_000

/** Displays of an experiment over HTTP, and the cost of its results after many events. */
export const experiments: RowGroup = {
  title: 'Experiments: displays to bound clients over HTTP, 32 connections; results',
  async measure(effort) {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
    try {
      return [...(await displays(folder, effort)), ...(await results(folder, effort))]
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

const servers = ['bare', 'memory', 'sqlite', 'postgres'] as const
type Rates = Readonly<Record<(typeof servers)[number], { perSecond: number[]; perCpuSecond: number[] }>>

async function displays(folder: string, { rounds, sliceMs }: Effort): Promise<Row[]> {
  const postgres = await startPostgres()
  const places = { bare: '', memory: '', sqlite: join(folder, 'http.db'), postgres: postgres.url }
  const pool = postgres.openPool()
  const commits = {
    memory: await commitRate(memoryStore()),
    sqlite: await commitRate(await openSqlite(join(folder, 'commits.db'))),
    postgres: await commitRate(postgresStore(pool, { schema: 'commits' })),
  }
  await pool.end()
  const load = startChild('load-displays')
  const lanes = servers.map((name) => ({ name, server: startChild('servers/serve-displays', [name, places[name]]) }))
  const none = () => ({ perSecond: [], perCpuSecond: [] })
  const rates: Rates = { bare: none(), memory: none(), sqlite: none(), postgres: none() }
  try {
    // So long takes V8 until the figures rise no further.
    for (const { server } of lanes) await displayRate(load, server, sliceMs * 100)
    for (let round = 0; round < rounds; round++)
      for (const { name, server } of [...lanes.slice(round % lanes.length), ...lanes.slice(0, round % lanes.length)]) {
        const { perSecond, perCpuSecond } = await displayRate(load, server, sliceMs * 10)
        rates[name].perSecond.push(perSecond)
        rates[name].perCpuSecond.push(perCpuSecond)
      }
  } finally {
    await Promise.all([load, ...lanes.map(({ server }) => server)].map((child) => child.stop()))
    await postgres.stop()
  }
  const figure = (name: keyof Rates) =>
    `${count(median(rates[name].perSecond))} /s, ${count(median(rates[name].perCpuSecond))} /CPU s`
  return [
    { what: 'a bare route that answers an event', figure: figure('bare') },
    ...(['memory', 'sqlite', 'postgres'] as const).flatMap((name): Row[] => {
      const rate = median(rates[name].perSecond)
      const overBare = median(rates[name].perSecond.map((one, round) => one / rates.bare.perSecond[round]!))
      return [
        {
          what: `${name}: bare commits of one event, ${WIDE} at a time, in process`,
          figure: `${count(commits[name])} /s`,
        },
        {
          what: `${name}: \`displayed\` for a bound client`,
          figure: figure(name),
          ratio: `${overBare.toFixed(2)} × the bare route, ${(rate / commits[name]).toFixed(2)} × bare commits`,
          goal: goalOf(name),
          met: rate >= GOALS[name].perSecond && median(rates[name].perCpuSecond) >= GOALS[name].perCpuSecond,
        },
      ]
    }),
  ]
}

function goalOf(name: keyof typeof GOALS): string {
  const { perSecond, perCpuSecond } = GOALS[name]
  const goals = [perSecond > 0 && `≥ ${count(perSecond)} /s`, perCpuSecond > 0 && `≥ ${count(perCpuSecond)} /CPU s`]
  return goals.filter((goal) => goal !== false).join(', ')
}

/** Displays per second, of wall time and of the server's CPU time. */
export async function displayRate(load: Child, server: Child, requests: number) {
  const { port, cpu: before } = await server.ask<{ port: number; cpu: NodeJS.CpuUsage }>()
  const { seconds } = await load.ask<{ seconds: number }>({ port, requests } satisfies Displays)
  const { cpu: after } = await server.ask<{ cpu: NodeJS.CpuUsage }>()
  const cpuSeconds = (after.user + after.system - before.user - before.system) / 1e6
  return { perSecond: requests / seconds, perCpuSecond: requests / cpuSeconds }
}

/** The rate of the store alone: one commit per record and its change event. */
async function commitRate(store: Store): Promise<number> {
  const times = 20_000
  let next = 0
  const lane = async () => {
    for (let n = next++; n < times; n = next++) {
      const value = { ...event, id: `bench:A:client-1:displayed:${n}` }
      const key = `bench/${value.id}`
      const change = { type: 'EXPERIMENT_VARIANT_EVENT_CREATED', domain: 'Experiment', timestamp: event.date } as const
      await store.commit(
        [{ op: 'put', collection: 'experiment-events', key, value, expected: null }],
        [{ ...change, key: value.id, payload: value }],
      )
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: WIDE }, lane))
  const rate = (times / (performance.now() - start)) * 1000
  await store.close?.()
  return rate
}

/** Two experiments in one file over the same week: one with a hundred events, one with very many, ten per client. */
async function results(folder: string, effort: Effort): Promise<Row[]> {
  const many = effort.rounds < 10 ? 50_000 : 1_000_000
  const start = Date.UTC(2026, 0, 5)
  let now = start
  const store = await openSqlite(join(folder, 'results.db'))
  const box = createSignalbox({ store, clock: () => now })
  for (const [id, events] of [
    ['few', 100],
    ['many', many],
  ] as const) {
    await box.experiments.create({ body: experiment(id) })
    const clientId = (n: number) => {
      now = start + Math.floor((n / events) * WEEK)
      return `client-${Math.floor(n / 10)}`
    }
    await display(box, { id, events, clientId })
  }
  const ask = (id: string) => async (times: number) => {
    for (let n = 0; n < times; n++) await box.experiments.results({ id })
  }
  const [bare, few, large] = await race(
    [
      {
        name: 'get',
        run: async (times) => {
          for (let n = 0; n < times; n++) await store.get('experiments', 'many')
        },
      },
      { name: 'few', run: ask('few') },
      { name: 'many', run: ask('many') },
    ],
    effort,
  )
  const { results } = await box.experiments.results({ id: 'many' })
  const displayed = results.reduce((sum, one) => sum + one.displayed, 0)
  if (displayed !== many) throw new Error(`${displayed} events of ${many} were counted`)
  await box.close()
  const ratio = large!.nanoseconds / few!.nanoseconds
  return [
    { what: 'sqlite: a bare read of one record', figure: ms(bare!.nanoseconds) },
    { what: 'sqlite: results of 100 events of a week', figure: ms(few!.nanoseconds), ratio: '1.00' },
    {
      what: `sqlite: results of ${count(many)} events of a week`,
      figure: ms(large!.nanoseconds),
      ratio: ratio.toFixed(2),
      goal: `≤ ${MOST_RATIO}`,
      met: ratio <= MOST_RATIO,
    },
  ]
}

const count = (number: number): string => Math.round(number).toLocaleString('en')
const ms = (nanoseconds: number): string => `${(nanoseconds / 1e6).toFixed(2)} ms`
