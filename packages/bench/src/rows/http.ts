import { customer, listing, simple } from '../checked.ts'
import { type Child, startChild } from '../child.ts'
import { median } from '../harness.ts'
import type { Burst, BurstResult } from '../programs/load.ts'
import type { Door, DoorState } from '../programs/servers/serve-http.ts'
import type { Row, RowGroup } from '../row.ts'

/** Rounds with the same processes. Then new ones are started, because processes of the same program differ by a tenth. */
const ROUNDS = 5
/** Seconds of requests to each server before measuring starts, during which the server compiles its code. */
const WARM_UP = 3

interface Exchange extends Omit<Burst, 'port' | 'seconds'> {
  readonly what: string
  /** The least requests per CPU second, as a share of the bare route's. */
  readonly least: Readonly<Record<Exclude<Door, 'bare' | 'nosniff'>, number>>
}

const exchanges: readonly Exchange[] = [
  {
    what: 'GET check',
    method: 'GET',
    path: `/api/features/${simple.id}/check`,
    answer: '{"active":true}',
    least: { open: 0.9, keyed: 0.85, server: 1 },
  },
  {
    what: 'POST check',
    method: 'POST',
    path: `/api/features/${listing.id}/check`,
    answer: '{"active":true}',
    body: JSON.stringify(customer),
    least: { open: 0.8, keyed: 0.75, server: 1 },
  },
  {
    what: 'GET of a record',
    method: 'GET',
    path: `/api/features/${simple.id}`,
    answer: JSON.stringify(simple),
    least: { open: 0.75, keyed: 0.75, server: 1 },
  },
]

/** The bare route first: all get the same requests, including credentials. */
const doors = {
  bare: 'a bare Hono route',
  nosniff: 'the same, with the header `nosniff` that all below send',
  open: '`toHono`',
  keyed: '`toHono`, with an API key',
  server: 'the `signalbox` server, with an API key',
} as const satisfies Record<Door, string>
const names = Object.keys(doors) as Door[]

/** CPU microseconds of a request to each server, by round. The load and its CPU time are excluded. */
export type DoorTimes = Readonly<Record<Door, number[]>>

/** Calls over HTTP, compared with a route that only sends the same body. */
export const http: RowGroup = {
  title:
    'A call over HTTP, beside a bare Hono route (@hono/node-server) in the same process that answers the same body',
  async measure({ rounds }) {
    const times = await doorTimes({ rounds, seconds: 1 })
    return exchanges.flatMap((exchange, index) => names.map((name) => toRow(exchange, name, times[index] as DoorTimes)))
  },
}

/** Sends each exchange to each server in turn. */
export async function doorTimes({ rounds, seconds }: { rounds: number; seconds: number }): Promise<DoorTimes[]> {
  const all = exchanges.map((): DoorTimes => ({ bare: [], nosniff: [], open: [], keyed: [], server: [] }))
  for (let done = 0; done < rounds; done += ROUNDS) {
    const [load, server] = [startChild('load'), startChild('servers/serve-http')]
    try {
      for (const [index, exchange] of exchanges.entries()) {
        for (const door of names) await burst({ exchange, door, seconds: WARM_UP * seconds }, load, server)
        for (let round = 0; round < Math.min(ROUNDS, rounds - done); round++)
          for (const door of [...names.slice(round % names.length), ...names.slice(0, round % names.length)])
            all[index]?.[door].push(await burst({ exchange, door, seconds }, load, server))
      }
    } finally {
      await Promise.all([load.stop(), server.stop()])
    }
  }
  return all
}

/** The CPU microseconds that the process of the servers spends on a request. */
async function burst(
  { exchange, door, seconds }: { exchange: Exchange; door: Door; seconds: number },
  load: Child,
  server: Child,
): Promise<number> {
  const { ports, cpu: before } = await server.ask<DoorState>()
  const { method, path, body, answer } = exchange
  const sent = { port: ports[door], method, path, seconds, ...(body && { body }), ...(answer && { answer }) }
  const { responses } = await load.ask<BurstResult>(sent satisfies Burst)
  const { cpu: after } = await server.ask<DoorState>()
  return (after.user + after.system - before.user - before.system) / responses
}

function toRow({ what, least }: Exchange, name: Door, times: DoorTimes): Row {
  const own = times[name]
  const ratios = own.map((time, round) => times.bare[round]! / time)
  const [ratio, lowest, highest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)]
  const figure = `${Math.round(1e6 / median(own)).toLocaleString('en')} /CPU s`
  if (name === 'bare') return { what: `${what}: ${doors.bare}`, figure }
  return {
    what: `${what}: ${doors[name]}`,
    figure,
    ratio: `${ratio.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
    ...(name !== 'nosniff' && { goal: `≥ ${least[name]}`, met: ratio >= least[name] }),
  }
}
