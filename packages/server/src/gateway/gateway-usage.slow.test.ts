import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'

interface Row {
  readonly plan?: string
  readonly subscription?: string
  readonly route: string
  readonly statusClass: number
  readonly requests: number
  readonly limited: number
  readonly bytesOut: number
}
interface Client {
  readonly id: string
  readonly key: string
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
const plan = (id: string, quota: object) => ({
  ...{ id, status: 'published', access_mode_configuration_type: 'apikey' },
  access_mode_configuration: { quota },
})

/** An API with two routes, whose backend answers paths that contain `missing` with 404. */
const apiOf = (backend: number) =>
  apiTo(backend, {
    routes: ['orders', 'items'].map((id) => ({ id, name: id, backend: 'main', frontend: { paths: [`/${id}`] } })),
    documentation: { plans: [plan('gold', {}), plan('small', { perDay: 300 }), plan('tiny', { perDay: 50 })] },
  })

/** The command on a file that outlives it. */
async function world() {
  const folder = await mkdtemp(path.join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const backend = await startBackend(({ url = '' }, response) => {
    response.statusCode = url.includes('missing') ? 404 : 200
    response.end(`Answer to ${url}`)
  })
  async function open() {
    const command = start({
      env: { SIGNALBOX_STORE: `sqlite:${path.join(folder, 'box.db')}`, SIGNALBOX_GATEWAY_LOG: 'off' },
    })
    const url = await command.serving
    const [, gateway = ''] = /^The gateway serves published APIs on (\S+)$/m.exec(command.printed()) ?? []
    const usage = async (): Promise<readonly Row[]> => {
      const answer = await call(`${url}/api/gateway/usage?pageSize=1000`)
      return (await answer.json()).results
    }
    const total = async () => (await usage()).reduce((sum, { requests }) => sum + requests, 0)
    return { ...command, url, gateway, usage, total }
  }
  async function publish(url: string): Promise<void> {
    expect((await call(`${url}/api/apis`, json(apiOf(backend)))).status).toBe(201)
    expect((await call(`${url}/api/apis/shop/deployments`, json({}))).status).toBe(201)
  }
  async function subscribe(url: string, to: string): Promise<Client> {
    const answer = await call(`${url}/api/api-subscriptions`, json({ api_ref: 'shop', plan_ref: to }))
    const { id, credentials } = await answer.json()
    return { id, key: `${credentials.clientId}:${credentials.clientSecret}` }
  }
  return { open, publish, subscribe }
}

function caller() {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  onTestFinished(() => agent.destroy())
  return (url: string, key: string) =>
    new Promise<{ status: number; bytes: number }>((resolve, reject) => {
      request(url, { agent, headers: { 'X-API-Key': key } }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.on('end', () => resolve({ status: response.statusCode as number, bytes }))
        response.on('error', reject)
      })
        .on('error', reject)
        .end()
    })
}

describe('the usage of a gateway', { timeout: 120_000 }, () => {
  it('adds up to exactly what the clients saw, with refusals', async () => {
    const { open, publish, subscribe } = await world()
    const { url, gateway, usage, total } = await open()
    await publish(url)
    const plans = ['gold', 'gold', 'small', 'tiny']
    const clients = await Promise.all(plans.map((one) => subscribe(url, one)))
    const send = caller()
    await expect.poll(async () => (await send(`${gateway}/shop/orders`, 'nobody:nothing')).status).toBe(401)
    await expect.poll(total).toBeGreaterThan(0)
    const before = await total()
    const seen = new Map<string, { requests: number; limited: number; bytes: number }>()
    const note = (client: number | undefined, route: string, { status, bytes }: { status: number; bytes: number }) => {
      const whose = client === undefined ? 'nobody' : `${plans[client]} ${clients[client]?.id}`
      const place = `${whose} shop:${route} ${Math.floor(status / 100)}`
      const known = seen.get(place) ?? { requests: 0, limited: 0, bytes: 0 }
      const limited = known.limited + (client !== undefined && status === 429 ? 1 : 0)
      seen.set(place, { requests: known.requests + 1, limited, bytes: known.bytes + bytes })
    }
    const statuses = new Set<number>()
    await Promise.all(
      clients.map(async ({ key }, client) => {
        for (let round = 0; round < 75; round++)
          await Promise.all(
            Array.from({ length: 10 }, async (_, i) => {
              const route = i % 2 === 0 ? 'orders' : 'items'
              const isWrong = i === 3
              const answer = await send(
                `${gateway}/shop/${route}/${i === 5 ? 'missing' : round}`,
                isWrong ? `${key}x` : key,
              )
              statuses.add(answer.status)
              // Many wrong keys are answered with 429, too; no limit of the API has refused these.
              note(isWrong ? undefined : client, route, answer)
            }),
          )
      }),
    )
    expect([...statuses].sort()).toEqual([200, 401, 404, 429])
    await expect.poll(total, { timeout: 10_000 }).toBe(3000 + before)
    const rows = await usage()
    const counted = new Map<string, { requests: number; limited: number; bytes: number }>()
    for (const { plan: ofPlan, subscription, route, statusClass, requests, limited, bytesOut } of rows) {
      const place = `${subscription === undefined ? 'nobody' : `${ofPlan} ${subscription}`} ${route} ${statusClass}`
      const known = counted.get(place) ?? { requests: 0, limited: 0, bytes: 0 }
      counted.set(place, {
        requests: known.requests + requests,
        limited: known.limited + limited,
        bytes: known.bytes + bytesOut,
      })
    }
    const nobody = counted.get('nobody shop:orders 4')
    counted.delete('nobody shop:orders 4')
    expect(nobody?.requests).toBe(before)
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(seen))
    const lines = await (await call(`${url}/api/gateway/usage.ndjson?api=shop&by=day`)).text()
    const billed = lines
      .trim()
      .split('\n')
      .map((line): Row => JSON.parse(line))
    expect(billed.reduce((sum, { requests }) => sum + requests, 0)).toBe(3000 + before)
    const [, , , tiny] = clients
    const own = await (await call(`${url}/api/api-subscriptions/${tiny?.id}/usage`)).json()
    expect(own.quotas).toMatchObject([{ name: 'day', limit: 50, used: 50 }])
  })

  it('survives SIGTERM as a whole, and kill -9 but for the last second', async () => {
    const { open, publish, subscribe } = await world()
    const one = await open()
    await publish(one.url)
    const { key } = await subscribe(one.url, 'small')
    const send = caller()
    await expect.poll(async () => (await send(`${one.gateway}/shop/orders`, key)).status).toBe(200)
    for (let i = 1; i < 100; i++) expect((await send(`${one.gateway}/shop/orders`, key)).status).toBe(200)
    one.signal('SIGTERM')
    await one.ended
    const two = await open()
    expect(await two.total()).toBe(100)
    let admitted = 0
    let refusedSince = Number.POSITIVE_INFINITY
    const times: number[] = []
    while (!(Date.now() - refusedSince > 2500)) {
      const { status } = await send(`${two.gateway}/shop/items`, key)
      times.push(Date.now())
      if (status === 200) admitted++
      else refusedSince = Math.min(refusedSince, Date.now())
    }
    two.signal('SIGKILL')
    const killed = Date.now()
    await two.ended
    expect(admitted).toBe(200)
    const three = await open()
    const kept = (await three.total()) - 100
    // A flush begins each second; on a busy machine it takes a while.
    expect(kept).toBeGreaterThanOrEqual(times.filter((time) => time < killed - 2000).length)
    expect(kept).toBeLessThanOrEqual(times.length)
    expect((await send(`${three.gateway}/shop/items`, key)).status).toBe(429)
  })
})
