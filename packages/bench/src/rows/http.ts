import type { Child } from '../child.ts'
import { startChild } from '../child.ts'
import { median } from '../harness.ts'
import type { Burst } from '../programs/load.ts'
import type { Row, RowGroup } from '../row.ts'
import type { MixedFeature } from '../workload.ts'
import { manyUsers, mixedFeature } from '../workload.ts'

const LEAST = 0.8
/** So many requests until a server has no more code to compile. */
const WARM_UP = 40_000
const REQUESTS_PER_MS = 15
/** So many rounds with a pair of servers; then new ones, for processes of one program differ by a tenth. */
const ROUNDS = 5

/** For GET one that needs no context, for POST one that lists the customer who asks. */
const simple = mixedFeature(0, manyUsers(1000))
const listing = mixedFeature(3, manyUsers(1000)) as Extract<MixedFeature, { activationStrategy: 'CUSTOMERS_LIST' }>
const customer = { id: listing.parameters.customers[0], country: 'FR', plan: 'pro' }

type Exchange = Omit<Burst, 'port' | 'requests'>
const exchanges: readonly Exchange[] = [
  { method: 'GET', path: `/api/features/${simple.id}/check`, answer: '{"active":true}' },
  {
    method: 'POST',
    path: `/api/features/${listing.id}/check`,
    answer: '{"active":true}',
    body: JSON.stringify(customer),
  },
]

/** Checks over HTTP, beside a route that does nothing but answer the same. */
export const http: RowGroup = {
  title: 'A check over HTTP (@hono/node-server), beside a bare Hono route that answers the same bytes',
  async measure(effort) {
    const all: Rates[] = exchanges.map(() => ({ bare: [], own: [] }))
    for (let pair = 0; pair < Math.ceil(effort.rounds / ROUNDS); pair++) {
      const children = {
        load: startChild('load'),
        bare: startChild('serve', ['bare']),
        own: startChild('serve', ['signalbox']),
      }
      try {
        for (const [index, exchange] of exchanges.entries())
          await compare(exchange, children, { sliceMs: effort.sliceMs, rates: all[index]! })
      } finally {
        await Promise.all(Object.values(children).map((child) => child.stop()))
      }
    }
    return exchanges.flatMap(({ method }, index) => toRows(method, all[index]!))
  },
}

/** Requests a CPU second of a server, a round each: the load generator and its own CPU time take no part. */
interface Rates {
  readonly bare: number[]
  readonly own: number[]
}

interface Children {
  readonly load: Child
  readonly bare: Child
  readonly own: Child
}

async function compare(
  exchange: Exchange,
  { load, bare, own }: Children,
  { sliceMs, rates }: { sliceMs: number; rates: Rates },
): Promise<void> {
  const lanes = [
    { server: bare, rates: rates.bare },
    { server: own, rates: rates.own },
  ]
  for (const { server } of lanes) await burst(exchange, load, server, WARM_UP)
  for (let round = 0; round < ROUNDS; round++)
    for (const lane of round % 2 ? lanes.toReversed() : lanes)
      lane.rates.push(await burst(exchange, load, lane.server, sliceMs * REQUESTS_PER_MS))
}

function toRows(method: string, { bare, own }: Rates): Row[] {
  const ratio = median(own.map((rate, round) => rate / bare[round]!))
  const figure = (all: readonly number[]) => `${Math.round(median(all)).toLocaleString('en')} /CPU s`
  return [
    { what: `${method} of a bare route`, figure: figure(bare), ratio: '1.00' },
    { what: `${method} check`, figure: figure(own), ratio: ratio.toFixed(2), goal: `≥ ${LEAST}`, met: ratio >= LEAST },
  ]
}

interface ServerState {
  readonly port: number
  readonly cpu: NodeJS.CpuUsage
}

async function burst(exchange: Exchange, load: Child, server: Child, requests: number): Promise<number> {
  const { port, cpu: before } = await server.ask<ServerState>()
  await load.ask({ ...exchange, port, requests } satisfies Burst)
  const { cpu: after } = await server.ask<ServerState>()
  return requests / ((after.user + after.system - before.user - before.system) / 1e6)
}
