import { spawnSync } from 'node:child_process'
import type { Child } from '../child.ts'
import { startChild } from '../child.ts'
import { median } from '../harness.ts'
import type { RawBurst } from '../programs/load-raw.ts'
import type { Row, RowGroup } from '../row.ts'

const PATH = '/v1/orders/42?x=1'
/** Requests before measuring starts, during which a server compiles its code. */
const WARM_UP = 40_000
const REQUESTS_PER_MS = 30

interface Candidate {
  readonly name: string
  /** The program's name of it, if it differs. */
  readonly program?: string
  readonly path?: string
  readonly status?: number
  /** The most that a request may cost, as a multiple of that of another candidate. */
  readonly most?: { readonly of: string; readonly times: number }
}

/** What carries the request, the least first. */
const candidates: readonly Candidate[] = [
  { name: 'node:http, which answers itself', program: 'hello' },
  { name: 'undici.dispatch, bare', program: 'bare' },
  { name: 'Signalbox, no plugin', program: 'keyless', most: { of: 'bare', times: 1.15 } },
  { name: 'Signalbox, five plugins', program: 'five', most: { of: 'bare', times: 1.3 } },
  { name: 'Signalbox, five plugins, in a Hono app', program: 'five, through Hono', most: { of: 'bare', times: 1.5 } },
  {
    name: 'Signalbox, a refusal (404)',
    program: 'keyless',
    path: '/none',
    status: 404,
    most: { of: 'hello', times: 1.6 },
  },
  { name: 'http.request' },
  { name: 'fast-proxy' },
  { name: 'http-proxy-3' },
  { name: '@fastify/http-proxy' },
  { name: 'hono/proxy' },
]

/** Whether nginx is installed; Debian's package `nginx-light` is enough. */
const hasNginx = () => spawnSync('nginx', ['-v']).error === undefined

/** The CPU of a proxy per request, beside a bare call of undici and beside other proxies. */
export const proxy: RowGroup = {
  title: 'A request through the gateway: CPU of the proxy alone, beside bare undici.dispatch and other proxies',
  async measure({ rounds, sliceMs }) {
    const [load, backend] = [startChild('load-raw'), startChild('answer-raw')]
    const port = await backend.ask<number>()
    for (const child of [load, backend]) child.pin(0)
    const start = (candidate: Candidate, server: Child) => ({ candidate, server, costs: [] as number[] })
    const lanes = candidates.map((candidate) => {
      const { name, program = name } = candidate
      return start(candidate, startChild('serve-proxy', [program, String(port)]))
    })
    const withNginx = hasNginx()
    if (withNginx) lanes.push(start({ name: 'nginx' }, startChild('serve-nginx', [String(port)])))
    for (const { server } of lanes) server.pin(1)
    try {
      for (const { candidate, server } of lanes) await burst(candidate, { load, server, requests: WARM_UP })
      for (let round = 0; round < rounds; round++)
        for (const { candidate, server, costs } of [
          ...lanes.slice(round % lanes.length),
          ...lanes.slice(0, round % lanes.length),
        ])
          costs.push(await burst(candidate, { load, server, requests: sliceMs * REQUESTS_PER_MS }))
    } finally {
      await Promise.all([load, backend, ...lanes.map(({ server }) => server)].map((child) => child.stop()))
    }
    const costOf = new Map(
      lanes.map(({ candidate: { name, program = name, path }, costs }) => [path ?? program, costs]),
    )
    const rows = lanes.map(({ candidate, costs }) => toRow(candidate, costs, costOf))
    return withNginx ? rows : [...rows, { what: 'nginx', figure: 'not installed' }]
  },
}

interface Burst {
  readonly load: Child
  readonly server: Child
  readonly requests: number
}

/** CPU microseconds of the server for one request. */
async function burst({ path = PATH, status = 200 }: Candidate, { load, server, requests }: Burst): Promise<number> {
  const before = await server.ask<{ port: number; cpu: NodeJS.CpuUsage }>()
  await load.ask({ port: before.port, path, status, requests } satisfies RawBurst)
  const { cpu } = await server.ask<{ cpu: NodeJS.CpuUsage }>()
  return (cpu.user + cpu.system - before.cpu.user - before.cpu.system) / requests
}

/** The ratio is the median of the ratios of the rounds: both were measured within the same seconds. */
function toRow(
  { name, most }: Candidate,
  costs: readonly number[],
  costOf: ReadonlyMap<string, readonly number[]>,
): Row {
  const base = costOf.get(most?.of ?? 'bare') as readonly number[]
  const ratios = costs.map((cost, round) => cost / (base[round] as number)).sort((a, b) => a - b)
  const ratio = median(ratios)
  const [least = 0, highest = 0] = [ratios[0], ratios.at(-1)]
  return {
    what: name,
    figure: `${median(costs).toFixed(1)} µs`,
    ratio: `${ratio.toFixed(2)} (${least.toFixed(2)}–${highest.toFixed(2)}) × ${most?.of === 'hello' ? 'node:http' : 'bare'}`,
    ...(most && { goal: `≤ ${most.times} ×`, met: ratio <= most.times }),
  }
}
