import { type Child, startChild } from '../../child.ts'
import { median } from '../../harness.ts'
import type { Readings } from '../../programs/read-events.ts'
import type { Publishing, ServerState } from '../../programs/servers/serve-events.ts'
import type { Row, RowGroup } from '../../row.ts'
import { evaluationElsewhere } from '../two-servers.ts'

const LEAST = 2
const MOST_LATE_MS = 200
const servers = ['bare', 'hono', 'signalbox'] as const

/** Change events to many readers, compared with a server that writes each frame to each reader. */
export const events: RowGroup = {
  title: 'Server-sent events (@hono/node-server): frames a CPU second of the server, 200 events/s to each reader',
  async measure({ rounds }) {
    const isFull = rounds > 3
    return [
      ...(await fanOut(isFull ? 3 : 1, isFull ? 1000 : 200)),
      await lateness(isFull ? 3 : 1, 100),
      ...(await soak(isFull ? 1000 : 200, isFull ? 20 : 3)),
      ...(await evaluationElsewhere(isFull ? 60 : 10)),
    ]
  },
}

async function fanOut(rounds: number, readers: number): Promise<Row[]> {
  const rates = { bare: [] as number[], hono: [] as number[], signalbox: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const name of [...servers.slice(round % 3), ...servers.slice(0, round % 3)])
      await withReaders(name, { readers }, async (server, load) => {
        await run(server, load, { events: 50, everyMs: 5 })
        const { frames, cpu } = await run(server, load, { events: 200, everyMs: 5 })
        rates[name].push(frames / (cpu / 1e6))
      })
  const ratioOf = (name: (typeof servers)[number]) => median(rates[name].map((rate, i) => rate / rates.bare[i]!))
  const toRow = (name: (typeof servers)[number], what: string) => ({
    what: `${what}, ${readers} readers`,
    figure: `${Math.round(median(rates[name])).toLocaleString('en')} frames/CPU s`,
    ratio: ratioOf(name).toFixed(2),
  })
  return [
    toRow('bare', '`res.write` of node:http for each frame'),
    toRow('hono', '`streamSSE` of Hono'),
    { ...toRow('signalbox', 'Signalbox'), goal: `≥ ${LEAST}`, met: ratioOf('signalbox') >= LEAST },
  ]
}

/** The age of events when they are read, at 200 events per second. */
async function lateness(rounds: number, readers: number): Promise<Row> {
  const late: number[] = []
  for (let round = 0; round < rounds; round++)
    await withReaders('signalbox', { readers }, async (server, load) => {
      await run(server, load, { events: 100, everyMs: 5 })
      const { ages } = await run(server, load, { events: 300, everyMs: 5 })
      late.push(ages[Math.floor(ages.length * 0.99)]!)
    })
  const p99 = median(late)
  return {
    what: `from the write to the reader, p99, ${readers} readers of 200 events/s; gathering takes up to 50 ms of it`,
    figure: `${p99.toFixed(0)} ms`,
    goal: `≤ ${MOST_LATE_MS} ms`,
    met: p99 <= MOST_LATE_MS,
  }
}

/** Twenty events per second to many readers, while one who subscribed to large events as well does not read. */
async function soak(readers: number, seconds: number): Promise<Row[]> {
  return withReaders(
    'signalbox',
    { readers, path: '/api/events/Config', stalled: true },
    async (server, load, bytes) => {
      const { whole, isCut } = await run(server, load, { events: seconds * 20, everyMs: 50, largeEvery: 2 })
      return [
        {
          what: `readers of 20 events/s for ${seconds} s who saw each event once and in order`,
          figure: `${whole} of ${readers}`,
          goal: 'all',
          met: whole === readers,
        },
        { what: 'meanwhile one who took nothing was', figure: isCut ? 'cut' : 'kept', goal: 'cut', met: isCut },
        { what: 'memory of the server for each reader who waits', figure: `${Math.round(bytes / 1000)} kB` },
      ]
    },
  )
}

/** The readers, and what they read. */
export interface Readers {
  readonly readers: number
  readonly path?: string
  readonly stalled?: boolean
}

/** Starts a server and its readers in processes of their own. Also measures the server's memory per reader. */
export async function withReaders<T>(
  name: string,
  readers: Readers,
  work: (server: Child, load: Child, bytes: number) => Promise<T>,
): Promise<T> {
  const [server, load] = [startChild('servers/serve-events', [name]), startChild('read-events')]
  try {
    const { port, resident } = await server.ask<ServerState>()
    await load.ask({ port, ...readers })
    const { resident: grown } = await server.ask<ServerState>()
    return await work(server, load, (grown - resident) / readers.readers)
  } finally {
    await Promise.all([server.stop(), load.stop()])
  }
}

/** Publishes events, waits until all were read, and returns the CPU time of the server. */
export async function run(
  server: Child,
  load: Child,
  publishing: Publishing,
): Promise<Readings & { readonly cpu: number }> {
  const before = await server.ask<ServerState>()
  await server.ask<ServerState>(publishing)
  const seen = await load.ask<Readings>({ events: publishing.events })
  const after = await server.ask<ServerState>()
  return { ...seen, cpu: after.cpu - before.cpu }
}
