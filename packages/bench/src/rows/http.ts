import { customer, listing, simple } from '../checked.ts'
import type { Child } from '../child.ts'
import { startChild } from '../child.ts'
import { median } from '../harness.ts'
import type { Burst } from '../programs/load.ts'
import type { Row, RowGroup } from '../row.ts'

const LEAST = 0.8
const LEAST_KEYED = 0.75
const REQUESTS_PER_MS = 15
/** Requests before measuring starts, during which a server compiles its code. */
const WARM_UP = 30_000
/** Rounds with the same servers. Then new ones are started, because processes of the same program differ by a tenth. */
const ROUNDS = 5

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

/** The servers, the most basic first. All get the same requests, including credentials. */
const servers = ['bare', 'open', 'keyed'] as const

/** Requests per CPU second of each server, by round. The load generator and its CPU time are excluded. */
type Rates = Readonly<Record<(typeof servers)[number], number[]>>

/** Checks over HTTP, compared with a route that only sends the same response. */
export const http: RowGroup = {
  title: 'A check over HTTP (@hono/node-server), beside a bare Hono route that answers the same bytes',
  async measure({ rounds, sliceMs }) {
    const all: Rates[] = exchanges.map(() => ({ bare: [], open: [], keyed: [] }))
    for (let done = 0; done < rounds; done += ROUNDS) {
      const load = startChild('load')
      const lanes = servers.map((name) => ({ name, server: startChild('serve', [name]) }))
      try {
        for (const [index, exchange] of exchanges.entries()) {
          for (const { server } of lanes) await burst(exchange, load, server, WARM_UP)
          for (let round = 0; round < ROUNDS; round++)
            for (const { name, server } of [...lanes.slice(round % 3), ...lanes.slice(0, round % 3)])
              all[index]![name].push(await burst(exchange, load, server, sliceMs * REQUESTS_PER_MS))
        }
      } finally {
        await Promise.all([load, ...lanes.map(({ server }) => server)].map((child) => child.stop()))
      }
    }
    return exchanges.flatMap(({ method }, index) => toRows(method, all[index]!))
  },
}

function toRows(method: string, { bare, open, keyed }: Rates): Row[] {
  const ratioOf = (rates: readonly number[]) => median(rates.map((rate, round) => rate / bare[round]!))
  const toRow = (what: string, rates: readonly number[]) => ({
    what,
    figure: `${Math.round(median(rates)).toLocaleString('en')} /CPU s`,
    ratio: ratioOf(rates).toFixed(2),
  })
  return [
    toRow(`${method} of a bare route`, bare),
    { ...toRow(`${method} check`, open), goal: `≥ ${LEAST}`, met: ratioOf(open) >= LEAST },
    {
      ...toRow(`${method} check with an API key`, keyed),
      goal: `≥ ${LEAST_KEYED}`,
      met: ratioOf(keyed) >= LEAST_KEYED,
    },
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
