import { Agent, request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

const CLIENTS = 20
const DAY = 24 * 60 * 60_000

const json = (body: unknown, method = 'POST') => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

const rotation = { enabled: true, rotationEvery: 24, gracePeriod: 2 }
const plan = {
  ...{ id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
  access_mode_configuration: { rotation },
}

/** A server with a gateway, a published API with a plan, and a subscription to it. All writes are HTTP calls. */
async function setUp() {
  const server = await createServer({ port: 0, ...known, gateway: true })
  onTestFinished(() => server.close())
  const backend = await startBackend()
  async function write(path: string, init: RequestInit = { method: 'POST' }) {
    const answer = await call(`${server.url}${path}`, init)
    expect(answer.status, path).toBeLessThan(300)
    return answer.json()
  }
  const secondPlan = { ...plan, id: 'other' }
  await write('/api/apis', json(apiTo(backend, { documentation: { plans: [plan, secondPlan] } })))
  await write('/api/apis/shop/deployments', json({}))
  const { id, credentials } = await write('/api/api-subscriptions', json({ api_ref: 'shop', plan_ref: 'keys' }))
  const { clientId, clientSecret } = credentials as { clientId: string; clientSecret: string }
  return { write, id: id as string, clientId, clientSecret, url: `${server.gatewayUrl}/shop/orders` }
}

/** Lines of APIs that are published at once. */
const manyApis = Array.from({ length: 2000 }, (_, i) =>
  JSON.stringify({ ...apiTo(9), id: `api-${i}`, context_path: `/api-${i}`, state: 'published' }),
).join('\n')

type World = Awaited<ReturnType<typeof setUp>>

interface Seen {
  readonly begun: number
  readonly ended: number
  readonly status: number
}

/** Clients that call without a pause, each over a connection of its own, with the credential that `key` returns. */
function hammer(url: string, key: () => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const seen: Seen[] = []
  let isOver = false
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const begun = performance.now()
      request(url, { agent, headers: { 'X-API-Key': key() } }, (response) => {
        response.resume().on('end', () => {
          seen.push({ begun, ended: performance.now(), status: response.statusCode as number })
          resolve()
        })
      })
        .on('error', reject)
        .end()
    })
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) await send()
  })
  const stop = async (): Promise<void> => {
    isOver = true
    await Promise.all(clients)
    agent.destroy()
  }
  onTestFinished(stop)
  /** Resolves when so many requests that began after a time have ended. */
  const after = async (time: number, count: number): Promise<readonly Seen[]> => {
    const those = () => seen.filter(({ begun }) => begun > time)
    await expect.poll(() => those().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
    return those()
  }
  return { seen, after, stop }
}

const statusesOf = (seen: readonly Seen[]) => [...new Set(seen.map(({ status }) => status))].sort()

const refusals: readonly [what: string, statuses: readonly number[], write: (world: World) => Promise<unknown>][] = [
  ['revoked', [401], ({ write, clientId }) => write(`/api/credentials/${clientId}`, json({ enabled: false }, 'PATCH'))],
  ['paused', [403], ({ write, id }) => write(`/api/api-subscriptions/${id}/_pause`)],
  ['closed', [403], ({ write, id }) => write(`/api/api-subscriptions/${id}/_close`)],
  [
    'closed with its plan',
    [401, 403],
    ({ write }) =>
      write(
        '/api/apis/shop',
        json([{ op: 'replace', path: '/documentation/plans/0/status', value: 'closed' }], 'PATCH'),
      ),
  ],
  [
    'expired',
    [401],
    ({ write, clientId }) => write(`/api/credentials/${clientId}`, json({ validUntil: Date.now() - DAY }, 'PATCH')),
  ],
  [
    'rotated without grace',
    [401],
    ({ write, id }) => write(`/api/api-subscriptions/${id}/_rotate?revokePrevious=true`, json({})),
  ],
  [
    'restricted to other requests',
    [403],
    ({ write, clientId }) =>
      write(
        `/api/credentials/${clientId}`,
        json({ restrictions: { enabled: true, forbidden: [{ method: 'GET', path: '/orders' }] } }, 'PATCH'),
      ),
  ],
  ['deleted', [401, 429], ({ write, clientId }) => write(`/api/credentials/${clientId}`, { method: 'DELETE' })],
  [
    'deleted with its subscription',
    [401, 429],
    ({ write, id }) => write(`/api/api-subscriptions/${id}`, { method: 'DELETE' }),
  ],
  ['of an API that is disabled', [404], ({ write }) => write('/api/apis/shop', json({ enabled: false }, 'PATCH'))],
  ['of an API that is removed', [404], ({ write }) => write('/api/apis/shop', json({ state: 'removed' }, 'PATCH'))],
  ['of an API that is deleted', [404], ({ write }) => write('/api/apis/shop?force=true', { method: 'DELETE' })],
]

describe('while clients call without a pause, a credential', { timeout: 60_000 }, () => {
  it.each(refusals)(
    'that is %s is refused by every request after the response to the write',
    async (_, statuses, write) => {
      const world = await setUp()
      const { seen, after, stop } = hammer(world.url, () => `${world.clientId}:${world.clientSecret}`)
      await after(0, 10 * CLIENTS)
      const asked = performance.now()
      await write(world)
      const answered = performance.now()
      const refused = await after(answered, 10 * CLIENTS)
      await stop()
      expect(statusesOf(seen.filter(({ ended }) => ended < asked))).toEqual([200])
      for (const status of statusesOf(refused)) expect(statuses).toContain(status)
    },
  )

  it('that is revoked is refused also while an upload of APIs keeps the gateway busy', async () => {
    const { write, clientId, clientSecret, url } = await setUp()
    const { after } = hammer(url, () => `${clientId}:${clientSecret}`)
    await after(0, CLIENTS)
    let isUploaded = false
    const headers = { 'Content-Type': 'application/nd-json' }
    const uploading = write('/api/apis.ndjson', { method: 'POST', headers, body: manyApis }).finally(() => {
      isUploaded = true
    })
    const setEnabled = (enabled: boolean) => write(`/api/credentials/${clientId}`, json({ enabled }, 'PATCH'))
    for (let rounds = 0; !isUploaded || rounds === 0; rounds++) {
      await setEnabled(false)
      expect(statusesOf(await after(performance.now(), CLIENTS))).toEqual([401])
      await setEnabled(true)
      expect(statusesOf(await after(performance.now(), CLIENTS))).toEqual([200])
    }
    expect(await uploading).toMatchObject({ success: 2000 })
  })

  it('is admitted by every request after the write that admits it again', async () => {
    const { write, id, clientId, clientSecret, url } = await setUp()
    const { after } = hammer(url, () => `${clientId}:${clientSecret}`)
    for (let round = 0; round < 5; round++) {
      await write(`/api/api-subscriptions/${id}/_pause`)
      expect(statusesOf(await after(performance.now(), CLIENTS))).toEqual([403])
      await write(`/api/api-subscriptions/${id}/_resume`)
      expect(statusesOf(await after(performance.now(), CLIENTS))).toEqual([200])
    }
  })

  it('has two secrets within the grace period, and the new one is admitted by the next request', async () => {
    const { write, id, clientId, clientSecret, url } = await setUp()
    const old = hammer(url, () => `${clientId}:${clientSecret}`)
    await old.after(0, CLIENTS)
    const next = await write(`/api/api-subscriptions/${id}/_rotate`, json({}))
    const answered = performance.now()
    const renewed = hammer(url, () => `${clientId}:${next.clientSecret}`)
    expect(statusesOf(await renewed.after(answered, 5 * CLIENTS))).toEqual([200])
    expect(statusesOf(await old.after(answered, 5 * CLIENTS))).toEqual([200])
    await write(`/api/api-subscriptions/${id}/_rotate?revokePrevious=true`, json({}))
    const revoked = performance.now()
    const refused = [...(await old.after(revoked, CLIENTS)), ...(await renewed.after(revoked, CLIENTS))]
    // Guesses are slowed down: the first secret is no longer known at all.
    for (const status of statusesOf(refused)) expect([401, 429]).toContain(status)
  })

  it('is admitted by the first request after the subscription', async () => {
    const { write, url } = await setUp()
    for (let i = 0; i < 20; i++) {
      const { credentials } = await write('/api/api-subscriptions', json({ api_ref: 'shop', plan_ref: 'keys' }))
      const headers = { 'X-API-Key': `${credentials.clientId}:${credentials.clientSecret}` }
      expect((await fetch(url, { headers })).status).toBe(200)
    }
  })
})
