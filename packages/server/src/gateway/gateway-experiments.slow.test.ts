import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../fixtures/backend.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

/** The requests of the contract in a soak; elsewhere as many as take seconds. */
const REQUESTS = process.env.SIGNALBOX_SOAK ? 100_000 : 20_000
/** The requests of one client. */
const EACH = 50
const CONNECTIONS = 16
const prefix = 'cp:gateway.next.plugins.'

const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const experiment = (id: string) => ({
  ...{ id, name: id, enabled: true },
  variants: ['A', 'B'].map((name) => ({ id: name, name, traffic: 0.5 })),
})
const split = (id: string, client: object) => ({
  id,
  plugins: {
    slots: [
      {
        plugin: `${prefix}ExperimentSplit`,
        config: { experiment: id, client, backends: { A: 'a', B: 'b' }, header: 'X-Variant', displayed: true },
      },
    ],
  },
})
/** A route whose clients are known by a header, and one whose clients are known by cookies. */
const apiTo = (ports: Readonly<Record<string, number>>) => ({
  ...{ id: 'shop', name: 'Shop', context_path: '/shop' },
  backends: Object.entries(ports).map(([id, port]) => ({
    id,
    backend: { targets: [{ hostname: '127.0.0.1', port }] },
  })),
  flows: [split('api', { from: 'header', name: 'X-Client' }), split('web', { from: 'cookie', name: 'visitor' })],
  routes: ['api', 'web'].map((id) => ({
    ...{ id, name: id, backend: 'none', flow_ref: id },
    frontend: { paths: [`/${id}`] },
  })),
})

interface Answer {
  readonly status: number
  readonly side: string
  readonly cookies: readonly string[]
}

/** A client that keeps its cookies. */
interface Client {
  readonly route: 'api' | 'web'
  readonly id: string | undefined
  readonly cookies: Map<string, string>
  side?: string
}

/** Every other client is known by a cookie: by one of its own if it `hasId`, else by one that the gateway gives to it. */
const clientsOf = (count: number, hasId: boolean): readonly Client[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? { route: 'api', id: `client-${i}`, cookies: new Map() }
      : { route: 'web', id: undefined, cookies: new Map(hasId ? [['visitor', `visitor-${i}`]] : []) },
  )

const headersOf = ({ id, cookies }: Client): Record<string, string> => ({
  ...(id !== undefined && { 'X-Client': id }),
  ...(cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
})

async function world(assignment: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const backendOf = (name: string) =>
    startBackend(({ url = '', headers }, response) => {
      response.statusCode = Number(/status=(\d+)/.exec(url)?.[1])
      response.setHeader('X-Side', `${name} ${headers['x-variant'] ?? ''}`)
      response.end()
    })
  const ports = { a: await backendOf('a'), b: await backendOf('b'), none: await backendOf('none') }
  const env = {
    ...{ SIGNALBOX_ASSIGNMENT: assignment, SIGNALBOX_GATEWAY_LOG: 'off' },
    SIGNALBOX_STORE: `sqlite:${path.join(folder, 'box.db')}`,
  }
  async function open() {
    const command = start({ env })
    const url = await command.serving
    const [, gateway = ''] = /^The gateway serves published APIs on (\S+)$/m.exec(command.printed()) ?? []
    const results = async (id: string) => (await call(`${url}/api/experiments/${id}/results`)).json()
    return { ...command, url, gateway, results }
  }
  return { ports, open }
}

function sender() {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  onTestFinished(() => agent.destroy())
  return (url: string, client: Client) =>
    new Promise<Answer>((resolve, reject) => {
      request(url, { agent, headers: headersOf(client) }, (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode as number,
            side: String(response.headers['x-side']),
            cookies: response.headers['set-cookie'] ?? [],
          }),
        )
      })
        .on('error', reject)
        .end()
    })
}

/** Which status the backend responds with: most succeed. */
const statusOf = (i: number): number => (i % 7 === 0 ? 500 : i % 11 === 0 ? 302 : i % 13 === 0 ? 404 : 200)

const CONDITIONS = [
  // Each client has a side with its first request.
  { assignment: 'hash', requests: REQUESTS, mayWait: false },
  // The gateway asks for those whom it does not know from their cookie. They get the backend of the route, uncounted, if that
  // takes longer than 100 ms: in each process, because none knows what an earlier one had asked.
  { assignment: 'balanced', requests: REQUESTS / 5, mayWait: true },
]

it.each(CONDITIONS)(
  'displayed equals the 2xx and 3xx responses exactly, and clients keep their side over restarts: $assignment',
  {
    timeout: 600_000,
  },
  async ({ assignment, requests, mayWait }) => {
    const { ports, open } = await world(assignment)
    const send = sender()
    const displayed = { api: { A: 0, B: 0 }, web: { A: 0, B: 0 } }
    const wrong: string[] = []
    /** Those whom the process knows. */
    const asked = new Set<Client>()
    const clients = clientsOf(requests / EACH, !mayWait)

    async function visit(gateway: string, client: Client, i: number): Promise<void> {
      const status = statusOf(i)
      const { status: seen, side, cookies } = await send(`${gateway}/shop/${client.route}?status=${status}`, client)
      for (const cookie of cookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        client.cookies.set(name, value)
      }
      const isWaiting = mayWait && !asked.has(client) && side === 'none'
      if (!isWaiting) {
        client.side ??= side
        asked.add(client)
      }
      if (seen !== status || (!isWaiting && (side !== client.side || side === 'none')))
        wrong.push(`${client.route} ${client.id}: ${seen} ${side} instead of ${client.side}`)
      else if (status < 400 && !isWaiting) displayed[client.route][side === 'a A' ? 'A' : 'B']++
    }

    /** All clients, several at once, each with one request at a time. */
    async function visitAll(gateway: string, from: number, to: number): Promise<void> {
      let next = 0
      const work = async () => {
        for (let client = clients[next++]; client; client = clients[next++])
          for (let i = from; i < to; i++) await visit(gateway, client, i)
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, work))
    }

    const first = await open()
    for (const id of ['api', 'web'])
      expect((await call(`${first.url}/api/experiments`, json(experiment(id)))).status).toBe(201)
    expect((await call(`${first.url}/api/apis`, json(apiTo(ports)))).status).toBe(201)
    expect((await call(`${first.url}/api/apis/shop/deployments`, json({}))).status).toBe(201)
    await visitAll(first.gateway, 1, 1 + EACH / 2)
    first.signal('SIGTERM')
    expect((await first.ended).code).toBe(0)
    const second = await open()
    for (const client of clients) if (client.route === 'api') asked.delete(client)
    await visitAll(second.gateway, 1 + EACH / 2, 1 + EACH)
    expect(wrong.slice(0, 5)).toEqual([])
    for (const route of ['api', 'web'] as const) {
      const counted = async () =>
        Object.fromEntries(
          (await second.results(route)).results.map((one: { variant: { id: string }; displayed: number }) => [
            one.variant.id,
            one.displayed,
          ]),
        )
      await expect.poll(counted, { timeout: 30_000, interval: 200 }).toEqual(displayed[route])
      const { results, sampleRatioMismatch } = await second.results(route)
      expect(sampleRatioMismatch.alarm).toBe(false)
      const users = results.reduce((sum: number, one: { users: number }) => sum + one.users, 0)
      expect(users).toBe(clients.length / 2)
    }
  },
)
