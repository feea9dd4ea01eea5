import { createSignalbox, type Signalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { hs256, tokenOf } from './tokens/tokens.fixture.ts'

const secret = 'a secret of more than thirty-two bytes'
const answer = { plugin: 'cp:gateway.next.plugins.StaticResponse', config: { body: 'Hello' } }
const plans = [
  {
    id: 'keys',
    status: 'published' as const,
    access_mode_configuration_type: 'apikey' as const,
    access_mode_configuration: { quota: { perDay: 40 } },
  },
  {
    id: 'tokens',
    status: 'published' as const,
    access_mode_configuration_type: 'jwt' as const,
    access_mode_configuration: { secret, requireSubscription: true },
  },
]

/** A consumer with an application, and a gateway that serves the API. */
async function scene() {
  const box = createSignalbox()
  await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
  await box.applications.create({
    body: { id: 'app', name: 'App', members: [{ developer: 'ann', role: 'owner' }] },
  })
  await box.apis.create({
    body: {
      id: 'shop',
      name: 'Shop',
      flows: [{ id: 'hello', plugins: { slots: [answer] } }],
      routes: [{ id: 'orders', flow_ref: 'hello', frontend: { paths: ['/orders'] } }],
      documentation: { plans },
    },
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const open = async () => {
    const gateway = createGateway({ source: box.gatewaySource })
    await gateway.ready()
    return gateway
  }
  const gateway = await open()
  onTestFinished(async () => {
    await gateway.close()
    await box.close()
  })
  const call = async (Authorization: string) =>
    (await gateway.fetch(new Request('http://shop.example/orders', { headers: { Authorization } }))).status
  return { box, mine: mineOf(box), gateway, call }
}

const mineOf = (box: Signalbox) => box.as({ id: 'ann', kind: 'Developer' }).mine.subscriptions
const place = { owner_ref: 'app', api_ref: 'shop' }
const basic = (id = '', password = '') => `Basic ${btoa(`${id}:${password}`)}`
const bearer = (sub: string) =>
  `Bearer ${tokenOf({ alg: 'HS256' }, { sub, exp: Date.now() / 1000 + 600 }, hs256(secret))}`

describe('a consumer who subscribed', () => {
  it('is admitted, and reads as many requests as were sent, beside the rest of the quota', async () => {
    const { mine, call, gateway } = await scene()
    const { id = '', credentials } = await mine.create({ body: { ...place, plan_ref: 'keys' } })
    const key = basic(credentials?.clientId, credentials?.clientSecret)
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < 45; sent++) {
      const status = await call(key)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    await call(basic(credentials?.clientId, 'wrong'))
    expect([...statuses]).toEqual([
      [200, 40],
      [429, 5],
    ])
    await gateway.close()
    const { totals, quotas } = await mine.usage({ id })
    expect(totals).toMatchObject({ requests: 45, limited: 5 })
    expect(quotas).toMatchObject([{ clientId: credentials?.clientId, name: 'day', limit: 40, used: 40 }])
  })

  it('is admitted by the key that it rotated to, until it closes the subscription', async () => {
    const { mine, call } = await scene()
    const { id = '', credentials } = await mine.create({ body: { ...place, plan_ref: 'keys' } })
    const { clientId, clientSecret } = await mine.rotate({ id, body: {}, revokePrevious: true })
    expect(await call(basic(credentials?.clientId, credentials?.clientSecret))).toBe(401)
    expect(await call(basic(clientId, clientSecret))).toBe(200)
    await mine.close({ id })
    expect(await call(basic(clientId, clientSecret))).toBe(403)
  })

  it('is admitted by tokens of the subject, once somebody has approved it', async () => {
    const { box, mine, call, gateway } = await scene()
    const { id = '' } = await mine.create({ body: { ...place, plan_ref: 'tokens', subject: 'service-1' } })
    expect(await call(bearer('service-1'))).toBe(403)
    await box.subscriptions.approve({ id })
    expect(await call(bearer('service-1'))).toBe(200)
    expect(await call(bearer('app'))).toBe(403)
    expect(await call(bearer('service-2'))).toBe(403)
    await box.subscriptions.pause({ id })
    expect(await call(bearer('service-1'))).toBe(403)
    await gateway.close()
    expect((await mine.usage({ id })).totals.requests).toBe(1)
  })

  it('cannot stop the subject of others by asking', async () => {
    const { box, mine, call } = await scene()
    await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'tokens', owner_ref: 'victim' } })
    expect(await call(bearer('victim'))).toBe(200)
    const { id = '' } = await mine.create({ body: { ...place, plan_ref: 'tokens', subject: 'victim' } })
    expect(await call(bearer('victim'))).toBe(200)
    await mine.close({ id })
    expect(await call(bearer('victim'))).toBe(200)
  })
})
