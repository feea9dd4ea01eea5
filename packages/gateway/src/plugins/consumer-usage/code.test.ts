import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../../create-gateway.ts'
import type { GatewayLimits } from '../../limits/limits.ts'
import { localLimits } from '../../limits/local-limits.ts'
import { memoryCarrier } from '../../limits/memory-carrier.ts'
import { sharedLimits } from '../../limits/shared-limits.ts'

const noon = Date.parse('2026-11-22T12:00:00Z')
const quota = { window: 60, perWindow: 3, perDay: 5, perMonth: 50 }
const keys = {
  ...{ id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
  access_mode_configuration: { quota },
}
const slot = { plugin: 'cp:gateway.next.plugins.StaticResponse', config: { status: 200 } }

async function setUp(more: object = {}, limits: GatewayLimits = localLimits()) {
  const clock = () => noon
  const box = createSignalbox({ clock })
  const gateway = createGateway({ source: box.gatewaySource, clock, limits })
  onTestFinished(async () => {
    await gateway.close()
    await box.close()
  })
  await gateway.ready()
  const shop = {
    ...{ id: 'shop', name: 'Shop', domain: 'shop.example', context_path: '/v1', show_usage: true },
    flows: [{ id: 'f', plugins: { slots: [slot] } }],
    routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/orders'] } }],
    documentation: { plans: [keys] },
    ...more,
  }
  await box.apis.create({ body: shop as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const subscribed = await box.subscriptions
    .create({ body: { api_ref: 'shop', plan_ref: 'keys' } })
    .catch(() => undefined)
  const { clientId = '', clientSecret = '' } = subscribed?.credentials ?? {}
  const get = (path: string, key = `${clientId}:${clientSecret}`, method = 'GET') =>
    gateway.fetch(new Request(`http://shop.example/v1${path}`, { method, headers: { 'X-API-Key': key } }))
  return { get, look: () => get('/.well-known/usage'), subscription: subscribed?.id }
}

describe('what a consumer has used', () => {
  it.each([
    ['one process', localLimits],
    ['several processes', () => sharedLimits(memoryCarrier())],
  ])('is told with limits and resets, and looking is not charged, with limits of %s', async (_, limits) => {
    const { get, look, subscription } = await setUp({}, limits())
    const used = async () => {
      const { quotas } = await (await look()).json()
      return quotas.map(({ used }: { used: number }) => used)
    }
    expect(await used()).toEqual([0, 0, 0])
    await get('/orders')
    await get('/orders')
    const answer = await look()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-type')).toBe('application/json')
    const { quotas, ...whose } = await answer.json()
    expect(whose).toEqual({ plan: 'keys', subscription })
    expect(quotas).toEqual([
      { name: 'window', limit: 3, used: 2, reset: expect.any(Number) },
      { name: 'day', limit: 5, used: 2, reset: Date.parse('2026-11-23T00:00:00Z') },
      { name: 'month', limit: 50, used: 2, reset: Date.parse('2026-12-01T00:00:00Z') },
    ])
    for (let i = 0; i < 10; i++) await look()
    expect((await get('/orders')).status).toBe(200)
    expect((await get('/orders')).status).toBe(429)
    expect(await used()).toEqual([3, 3, 3])
  })

  it('is for consumers with valid credentials alone', async () => {
    const { get } = await setUp()
    expect((await get('/.well-known/usage', 'nobody:nothing')).status).toBe(401)
  })

  it('needs an identified consumer, even if the API has a keyless plan', async () => {
    const keyless = { id: 'free', status: 'published', access_mode_configuration_type: 'keyless' }
    const { get, look } = await setUp({ documentation: { plans: [keyless, keys] } })
    expect((await get('/.well-known/usage', 'nobody:nothing')).status).toBe(401)
    expect((await look()).status).toBe(200)
  })

  it('is not told unless the API says so', async () => {
    const { look } = await setUp({ show_usage: undefined })
    expect((await look()).status).toBe(404)
  })

  it('has no body for HEAD', async () => {
    const { get } = await setUp()
    const answer = await get('/.well-known/usage', undefined, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})
