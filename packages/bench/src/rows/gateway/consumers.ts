import { createHmac } from 'node:crypto'
import { createSignalbox } from '@signalbox/core'
import { createGateway, type Gateway } from '@signalbox/gateway'
import { type Candidate, race, type Standing } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'

/** Microseconds that identifying a consumer may add to a request. */
const MOST = { key: 2, token: 3 } as const

const JWT_SECRET = 'a-secret-of-the-bench-that-signs-tokens'

/** What identifying consumers adds to the decision about a request. */
export const consumers: RowGroup = {
  title: 'Consumers of the gateway: what identifying them adds to a decision',
  async measure(effort) {
    const { gateway, clientId, clientSecret, close } = await openGateway()
    const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const token = ['Authorization', `Bearer ${jwt()}`]
    const wrong = ['Gateway-Client-Id', clientId, 'Gateway-Client-Secret', `${clientSecret.slice(0, -1)}-`]
    const requests: readonly Request[] = [
      { name: 'open', path: '/open/orders', headers: [], status: 200 },
      {
        name: 'an API key seen before, in two headers',
        ...{ path: '/keys/orders', headers: ['Gateway-Client-Id', clientId, 'Gateway-Client-Secret', clientSecret] },
        ...{ status: 200, most: MOST.key },
      },
      {
        name: 'an API key seen before, by HTTP Basic',
        ...{ path: '/keys/orders', headers: ['Authorization', `Basic ${pair}`], status: 200, most: MOST.key },
      },
      { name: 'a JSON Web Token seen before', path: '/tokens/orders', headers: token, status: 200, most: MOST.token },
      // From another address: the first twenty wrong secrets are compared, all others are not.
      { name: 'a wrong secret', path: '/keys/orders', headers: wrong, status: 429, address: '127.0.0.9' },
    ]
    for (const one of requests) await warmUp(gateway, one)
    const standings = await race(
      requests.map((one) => toCandidate(gateway, one)),
      effort,
    )
    await close()
    return requests.slice(1).map((one, i) => toRow(one, standings[i + 1] as Standing, standings[0] as Standing))
  },
}

interface Request {
  readonly name: string
  readonly path: string
  readonly headers: readonly string[]
  /** The status of the decision; 200: it is forwarded. */
  readonly status: number
  readonly address?: string
  readonly most?: number
}

const common = ['Host', 'api.example.com', 'User-Agent', 'bench', 'Accept', 'application/json']

/** Three APIs with the same route: open, with API keys, and with tokens. */
async function openGateway() {
  const box = createSignalbox()
  const plan = (id: string, mode: string, more: object = {}) => ({
    ...{ id, status: 'published', access_mode_configuration_type: mode },
    access_mode_configuration: more,
  })
  const apis = { open: [], keys: [plan('keys', 'apikey')], tokens: [plan('jwt', 'jwt', { secret: JWT_SECRET })] }
  for (const [id, plans] of Object.entries(apis)) {
    await box.apis.create({
      body: {
        ...{ id, name: id, domain: 'api.example.com', context_path: `/${id}` },
        backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }],
        routes: [{ id: 'orders', backend: 'b', frontend: { paths: ['/orders'] } }],
        documentation: { plans },
      } as never,
    })
    await box.apis.deployments.create({ id, body: {} })
  }
  const made = await box.subscriptions.create({ body: { api_ref: 'keys', plan_ref: 'keys' } })
  const gateway = createGateway({ source: box.gatewaySource })
  await gateway.ready()
  return {
    gateway,
    ...(made.credentials as { clientId: string; clientSecret: string }),
    async close() {
      await gateway.close()
      await box.close()
    },
  }
}

function jwt(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ alg: 'HS256' })}.${part({ sub: 'ann', exp: Math.floor(Date.now() / 1000) + 3600 })}`
  return `${input}.${createHmac('sha256', JWT_SECRET).update(input).digest('base64url')}`
}

const decide = ({ pipeline }: Gateway, { path, headers, address = '127.0.0.1' }: Request) =>
  pipeline.decide({
    ...{ method: 'GET', target: path, version: '1.1', address, secure: false },
    rawHeaders: [...common, ...headers],
  })

/** Verifies what is remembered from then on, and reaches the limit of wrong secrets. */
async function warmUp(gateway: Gateway, request: Request): Promise<void> {
  for (let i = 0; i < 30; i++)
    gateway.pipeline.finish(await decide(gateway, request), { status: 200, bytesIn: 0, bytesOut: 0 })
}

function toCandidate(gateway: Gateway, request: Request): Candidate {
  return {
    name: request.name,
    run(times) {
      for (let i = 0; i < times; i++) {
        const decided = decide(gateway, request)
        if (decided instanceof Promise) throw new Error(`${request.name} has to wait`)
        const status = decided.answer?.status ?? 200
        if (status !== request.status) throw new Error(`${request.name}: status ${status}`)
        // A transport reads the headers for the backend.
        if (status === 200 && decided.out.list.length === 0) throw new Error('no headers')
        gateway.pipeline.finish(decided, { status, bytesIn: 0, bytesOut: 0 })
      }
    },
  }
}

function toRow({ name, most }: Request, standing: Standing, open: Standing): Row {
  const us = (standing.nanoseconds - open.nanoseconds) / 1000
  const row = { what: name, ratio: `${standing.ratio.toFixed(2)} × an open route` }
  if (most === undefined) return { ...row, figure: `${(standing.nanoseconds / 1000).toFixed(1)} µs in all` }
  return { ...row, figure: `+${us.toFixed(2)} µs`, goal: `≤ ${most} µs`, met: us <= most }
}
