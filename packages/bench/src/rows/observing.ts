import { customer, listing, simple } from '../checked.ts'
import { type Child, startChild } from '../child.ts'
import { type Effort, median } from '../harness.ts'
import type { Burst, BurstResult } from '../programs/load.ts'
import type { ObservedServers, Way } from '../programs/servers/serve-observed.ts'
import type { Row, RowGroup } from '../row.ts'

/** Seconds of requests to each server before measuring starts. */
const WARM_UP = 3
/** Rounds with the same process. */
const ROUNDS = 5
/** What the CPU time of a check may be with metrics or with the log, as a multiple of that without. */
const MOST = 1.15

type Exchange = Omit<Burst, 'port' | 'seconds'> & { readonly what: string; readonly ways: readonly Way[] }

const exchanges: readonly Exchange[] = [
  {
    what: 'GET check',
    ways: ['off', 'metrics', 'access log', 'tracing', 'tracing and evaluation events', 'all'],
    method: 'GET',
    path: `/api/features/${simple.id}/check`,
    answer: '{"active":true}',
  },
  {
    what: 'POST check',
    ways: ['off', 'metrics', 'access log', 'tracing', 'tracing and evaluation events', 'all'],
    method: 'POST',
    path: `/api/features/${listing.id}/check`,
    answer: '{"active":true}',
    body: JSON.stringify(customer),
  },
  {
    what: 'PUT of a feature',
    ways: ['off', 'metrics'],
    method: 'PUT',
    path: `/api/features/${simple.id}`,
    body: JSON.stringify(simple),
  },
]

/** CPU microseconds of a request, by way and round. */
export type Times = Readonly<Partial<Record<Way, number[]>>>

/** What observing costs, beside a server that is not observed, in the same process. */
export const observing: RowGroup = {
  title: 'Observing a check over HTTP with an API key, beside a server without observers in the same process',
  async measure(effort) {
    const times = await observedTimes(effort)
    return exchanges.flatMap(({ what, ways }, index) => ways.map((way) => toRow(what, way, times[index] as Times)))
  },
}

/** Measures each exchange in turn with each server. */
export async function observedTimes({ rounds }: Pick<Effort, 'rounds'>): Promise<readonly Times[]> {
  const all = exchanges.map(({ ways }): Times => Object.fromEntries(ways.map((way) => [way, []])))
  for (let done = 0; done < rounds; done += ROUNDS) {
    const [load, server] = [startChild('load'), startChild('servers/serve-observed')]
    try {
      for (const [index, exchange] of exchanges.entries()) {
        const { ways } = exchange
        for (const way of ways) await burst({ exchange, way, seconds: WARM_UP }, load, server)
        for (let round = 0; round < Math.min(ROUNDS, rounds - done); round++)
          for (const way of [...ways.slice(round % ways.length), ...ways.slice(0, round % ways.length)])
            all[index]?.[way]?.push(await burst({ exchange, way, seconds: 1 }, load, server))
      }
    } finally {
      await Promise.all([load.stop(), server.stop()])
    }
  }
  return all
}

/** The CPU microseconds that the process of the servers spends on a request. */
async function burst(
  { exchange, way, seconds }: { exchange: Exchange; way: Way; seconds: number },
  load: Child,
  server: Child,
): Promise<number> {
  const { ports, cpu: before } = await server.ask<ObservedServers>()
  const { method, path, body, answer } = exchange
  const sent = { port: ports[way], method, path, seconds, ...(body && { body }), ...(answer && { answer }) }
  const { responses } = await load.ask<BurstResult>(sent satisfies Burst)
  const { cpu: after } = await server.ask<ObservedServers>()
  return (after.user + after.system - before.user - before.system) / responses
}

function toRow(what: string, way: Way, times: Times): Row {
  const own = times[way] as number[]
  const ratios = own.map((time, round) => time / (times.off as number[])[round]!)
  const [ratio, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)]
  const isBounded = way === 'metrics' || way === 'access log'
  return {
    what: `${what}: ${way}`,
    figure: `${median(own).toFixed(1)} µs`,
    ...(way !== 'off' && { ratio: `${ratio.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)}) × off` }),
    ...(isBounded && { goal: `≤ ${MOST}`, met: ratio <= MOST }),
  }
}
