import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { openSqlite } from '@signalbox/sql'
import { startChild } from '../child.ts'
import { type Effort, median } from '../harness.ts'
import type { Creates } from '../programs/load-creates.ts'
import type { Row, RowGroup } from '../row.ts'

const WIDE = 32
/** Creates over HTTP in one round. */
const BURST = 4000
const config = (i: number, prefix = 'c') => ({
  id: `${prefix}:${String(i).padStart(7, '0')}`,
  value: { n: i, on: true },
})

/**
 * The durable SQLite store: every response survives a power failure. Baselines are raw statements of the same driver on
 * the same disk.
 */
export const stores: RowGroup = {
  title: 'SQLite, durable (synchronous=FULL)',
  async measure(effort) {
    const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
    try {
      const size = effort.rounds < 10 ? 20_000 : 1_000_000
      const raw = rawInserts(join(folder, 'raw.db'))
      const box = createSignalbox({ store: await openSqlite(join(folder, 'box.db')) })
      const concurrent = await perSecond(2000, (i) => box.configs.create({ body: config(i, 'wide') }), WIDE)
      const cheap = await medianCommit(box, 'few')
      const imported = await importRate(box, size)
      const costly = await medianCommit(box, 'many')
      const [first, last] = await pages(box)
      await box.close()
      return [
        ...commitRows(raw, { concurrent, http: await overHttp(folder, effort) }),
        toRow(`Import of ${size.toLocaleString('en')} lines, against rows in transactions of 500`, imported, {
          over: raw.batched,
          goal: 80_000,
        }),
        {
          what: `A commit with ${size.toLocaleString('en')} records, over one with 2,000 (median)`,
          figure: `${costly.toFixed(2)} ms`,
          ratio: (costly / cheap).toFixed(2),
        },
        {
          what: 'Page 600 behind a write, over page 1 (median)',
          figure: `${last.toFixed(2)} ms`,
          ratio: (last / first).toFixed(1),
          goal: '≤ 3',
          met: last / first <= 3,
        },
      ]
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

interface Raw {
  readonly single: number
  readonly batched: number
}

interface CreatesOverHttp {
  readonly perSecond: number
  readonly perCpuSecond: number
}

function commitRows({ single }: Raw, { concurrent, http }: { concurrent: number; http: CreatesOverHttp }): Row[] {
  const overHttp = toRow(`Creates over HTTP, ${WIDE} connections, load elsewhere`, http.perSecond, {
    over: single,
    goal: 4000,
  })
  return [
    { what: 'Raw inserts, one a transaction', figure: `${Math.round(single).toLocaleString('en')} /s` },
    toRow(`Creates, ${WIDE} at a time`, concurrent, { over: single }),
    { ...overHttp, figure: `${overHttp.figure}, ${Math.round(http.perCpuSecond).toLocaleString('en')} /CPU s` },
  ]
}

function toRow(what: string, rate: number, { over, goal }: { over: number; goal?: number }): Row {
  return {
    what,
    figure: `${Math.round(rate).toLocaleString('en')} /s`,
    ratio: (rate / over).toFixed(2),
    ...(goal !== undefined && { goal: `${goal.toLocaleString('en')} /s`, met: rate >= goal }),
  }
}

/** Inserts with the driver alone. */
function rawInserts(path: string): Raw {
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; create table rows (key text primary key, value text)')
  const insert = db.prepare('insert into rows values (?, ?)')
  const put = (name: string, i: number) => insert.run(`${name}${i}`, JSON.stringify(config(i)))
  const single = rateOf(300, (i) => put('single', i))
  const batched = rateOf(40, (batch) => {
    db.exec('begin immediate')
    for (let i = 0; i < 500; i++) put(`batch${batch}:`, i)
    db.exec('commit')
  })
  db.close()
  return { single, batched: batched * 500 }
}

function rateOf(times: number, act: (i: number) => unknown): number {
  const start = performance.now()
  for (let i = 0; i < times; i++) act(i)
  return (times / (performance.now() - start)) * 1000
}

async function perSecond(times: number, act: (i: number) => Promise<unknown>, wide: number): Promise<number> {
  let next = 0
  const start = performance.now()
  const lane = async () => {
    while (next < times) await act(next++)
  }
  await Promise.all(Array.from({ length: wide }, lane))
  return (times / (performance.now() - start)) * 1000
}

async function medianOf(times: number, act: (i: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await act(i)
    taken.push(performance.now() - start)
  }
  return median(taken)
}

const medianCommit = (box: Signalbox, name: string) =>
  medianOf(100, (i) => box.configs.create({ body: config(i, name) }))

async function importRate(box: Signalbox, size: number): Promise<number> {
  const start = performance.now()
  const { success } = await box.configs.import({ body: configs(size) })
  if (success !== size) throw new Error(`${size - success} lines were refused`)
  return (size / (performance.now() - start)) * 1000
}

function* configs(size: number) {
  for (let i = 0; i < size; i++) yield config(i, 'line')
}

/** Page 1 and page 600 of 15 records, each after a write, so that remembered positions are lost. */
async function pages(box: Signalbox): Promise<[number, number]> {
  const times: number[] = []
  for (const page of [1, 600]) {
    const taken: number[] = []
    for (let i = 0; i < 30; i++) {
      await box.configs.create({ body: config(i, `page${page}`) })
      const start = performance.now()
      await box.configs.list({ page })
      taken.push(performance.now() - start)
    }
    times.push(median(taken))
  }
  return times as [number, number]
}

/** Creates over HTTP. Server and load are processes of their own; a first burst warms them up. */
async function overHttp(folder: string, { rounds }: Effort): Promise<CreatesOverHttp> {
  const [server, load] = [startChild('servers/serve-creates', [join(folder, 'http.db')]), startChild('load-creates')]
  const rates: CreatesOverHttp[] = []
  try {
    for (let round = 0; round <= Math.min(rounds, 7); round++) {
      const { port, cpu: before } = await server.ask<{ port: number; cpu: NodeJS.CpuUsage }>()
      const burst: Creates = { port, from: round * BURST, requests: BURST }
      const { seconds } = await load.ask<{ seconds: number }>(burst)
      const { cpu: after } = await server.ask<{ cpu: NodeJS.CpuUsage }>()
      const cpuSeconds = (after.user + after.system - before.user - before.system) / 1e6
      if (round > 0) rates.push({ perSecond: BURST / seconds, perCpuSecond: BURST / cpuSeconds })
    }
  } finally {
    await Promise.all([server.stop(), load.stop()])
  }
  const medianBy = (name: keyof CreatesOverHttp) => median(rates.map((rate) => rate[name]))
  return { perSecond: medianBy('perSecond'), perCpuSecond: medianBy('perCpuSecond') }
}
