import { spawnSync } from 'node:child_process'
import { type Child, startChild } from '../../child.ts'
import { median } from '../../harness.ts'
import type { RawBurst } from '../../programs/load-raw.ts'
import type { Row, RowGroup } from '../../row.ts'

const PATH = '/v1/orders/42?x=1'
/** A response of 64 KB. */
const LARGE = '/v1/orders/size-65536'
/** Requests before measuring starts, during which a server compiles its code. */
const WARM_UP = 40_000
const REQUESTS_PER_MS = 30

interface Candidate {
  readonly name: string
  /** The program's name of it, if it differs. */
  readonly program?: string
  readonly path?: string
  readonly status?: number
  /** What the head of every response must contain, so that the work that is measured was done. */
  readonly holds?: string
  /** The most that a request may cost, as a multiple of that of another candidate. */
  readonly most?: { readonly of: keyof typeof baselines; readonly times: number }
}

/** The candidates that others are compared with, by their place. */
const baselines = { hello: 0, bare: 1, 'bare, 64 KB': 7 } as const

/** What carries the request. */
const candidates: readonly Candidate[] = [
  { name: 'node:http, which answers itself', program: 'hello' },
  { name: 'undici.dispatch, bare', program: 'bare' },
  { name: 'Signalbox, no plugin', program: 'keyless', most: { of: 'bare', times: 1.15 } },
  { name: 'Signalbox, five plugins', program: 'five', most: { of: 'bare', times: 1.3 } },
  {
    name: 'Signalbox, API key, quota, rate limit, headers, host',
    program: 'keys',
    holds: '"window"',
    most: { of: 'bare', times: 1.3 },
  },
  { name: 'Signalbox, five plugins, in a Hono app', program: 'five, through Hono', most: { of: 'bare', times: 1.5 } },
  {
    name: 'Signalbox, a refusal (404)',
    program: 'keyless',
    path: '/none',
    status: 404,
    most: { of: 'hello', times: 1.6 },
  },
  { name: 'undici.dispatch, bare, 64 KB', program: 'bare', path: LARGE },
  { name: 'Signalbox, no plugin, 64 KB', program: 'keyless', path: LARGE, most: { of: 'bare, 64 KB', times: 1.1 } },
  { name: 'Signalbox, 64 KB compressed by gzip', program: 'gzip', path: LARGE, holds: 'Content-Encoding: gzip' },
  { name: 'Signalbox, from the cache', program: 'cache', holds: 'Cache-Status: signalbox; hit' },
  { name: 'http.request' },
  { name: 'fast-proxy' },
  { name: 'http-proxy-3' },
  { name: '@fastify/http-proxy' },
  { name: 'hono/proxy' },
]

/** What nginx does, for comparison. */
const nginxes = [
  { name: 'nginx', work: 'none' },
  { name: 'nginx, 64 KB', work: 'none', path: LARGE },
  { name: 'nginx, 64 KB compressed by gzip', work: 'gzip', path: LARGE },
  { name: 'nginx, from the cache', work: 'cache' },
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
    const laneOf = (candidate: Candidate, server: Child): Lane => ({ candidate, server, costs: [], ratios: [] })
    const lanes = candidates.map((candidate) => {
      const { name, program = name } = candidate
      return laneOf(candidate, startChild('servers/serve-proxy', [program, String(port)]))
    })
    const withNginx = hasNginx()
    for (const { work, ...candidate } of withNginx ? nginxes : [])
      lanes.push(laneOf(candidate, startChild('servers/serve-nginx', [String(port), work])))
    for (const { server } of lanes) server.pin(1)
    const cost = ({ candidate, server }: Lane, requests: number) => burst(candidate, { load, server, requests })
    // The first responses do not come from the cache.
    const warmUp = ({ candidate, server }: Lane) =>
      burst({ ...candidate, holds: '' }, { load, server, requests: WARM_UP })
    try {
      for (const lane of lanes) {
        const base = lanes[baselines[lane.candidate.most?.of ?? 'bare']] as Lane
        for (const one of [base, lane]) await warmUp(one)
        for (let round = 0; round < rounds; round++) {
          const both = round % 2 === 0 ? [base, lane] : [lane, base]
          const found = new Map<Lane, number>()
          for (const one of both) found.set(one, await cost(one, sliceMs * REQUESTS_PER_MS))
          lane.costs.push(found.get(lane) as number)
          lane.ratios.push((found.get(lane) as number) / (found.get(base) as number))
        }
      }
    } finally {
      await Promise.all([load, backend, ...lanes.map(({ server }) => server)].map((child) => child.stop()))
    }
    const rows = lanes.map(toRow)
    return withNginx ? rows : [...rows, { what: 'nginx', figure: 'not installed' }]
  },
}

/** A candidate with its process, and its costs and ratios by round. */
interface Lane {
  readonly candidate: Candidate
  readonly server: Child
  readonly costs: number[]
  readonly ratios: number[]
}

interface Burst {
  readonly load: Child
  readonly server: Child
  readonly requests: number
}

/** CPU microseconds of the server for one request. */
async function burst(
  { path = PATH, status = 200, holds }: Candidate,
  { load, server, requests }: Burst,
): Promise<number> {
  const before = await server.ask<{ port: number; headers?: string[]; cpu: NodeJS.CpuUsage }>()
  const { port, headers } = before
  await load.ask({ port, path, status, requests, headers, holds } satisfies RawBurst)
  const { cpu } = await server.ask<{ cpu: NodeJS.CpuUsage }>()
  return (cpu.user + cpu.system - before.cpu.user - before.cpu.system) / requests
}

/** A ratio is the median of the ratios of the rounds: candidate and baseline took turns within each. */
function toRow({ candidate: { name, most }, costs, ratios }: Lane): Row {
  const ratio = median(ratios)
  const [least, highest] = [Math.min(...ratios), Math.max(...ratios)]
  return {
    what: name,
    figure: `${median(costs).toFixed(1)} µs`,
    ratio: `${ratio.toFixed(2)} (${least.toFixed(2)}–${highest.toFixed(2)}) × ${most?.of === 'hello' ? 'node:http' : (most?.of ?? 'bare')}`,
    ...(most && { goal: `≤ ${most.times} ×`, met: ratio <= most.times }),
  }
}
