import { describe, expect, it } from 'vitest'
import { codeOf, testBox } from '../machine/callers/access.fixture.ts'
import type { Fetch } from '../ports.ts'
import type { DataPlane } from '../serving/planes/data-plane.ts'

const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/orders': { get: {} } } }

/** A published API with a document, the application of Ann and Mia, and its subscription. */
async function setUp({ documentation = {}, fetch }: { readonly documentation?: object; readonly fetch?: Fetch } = {}) {
  let now = 1_767_225_600_000
  const box = testBox({
    clock: () => now,
    gatewayUrl: 'https://gw.example',
    ...(fetch && { documentation: { fetch } }),
  })
  for (const id of ['ann', 'mia', 'eve', 'blocked'])
    await box.developers.create({ body: { id, name: id, status: id === 'blocked' ? 'blocked' : 'active' } })
  const members = ['ann', 'blocked'].map((developer) => ({ developer, role: 'owner' as const }))
  await box.applications.create({
    body: { id: 'checkout', name: 'Checkout', members: [...members, { developer: 'mia', role: 'member' }] },
  })
  const plans = [{ id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }] as const
  await box.apis.importOpenApi({ body: { openapi: document, id: 'shop', context_path: '/v1' } as never })
  const { documentation: imported } = await box.apis.get({ id: 'shop' })
  await box.apis.patch({ id: 'shop', body: { documentation: { ...imported, plans, ...documentation } } as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { id } = await box.subscriptions
    .create({ body: { owner_ref: 'checkout', api_ref: 'shop', plan_ref: 'gold' } })
    .catch(() => ({ id: 'none' }))
  const sent: string[] = []
  const plane = {
    status: () => ({ id: 'p', state: 'fresh', revision: 0, routes: 1, since: 0, notes: [] }),
    async send({ method, url }: Request, { as }: { as: string }) {
      sent.push(`${method} ${url} ${as}`)
      return new Response('[]', { headers: { 'Content-Type': 'application/json' } })
    },
  } as unknown as DataPlane
  const detach = box.gatewaySource.attach?.(plane) as () => void
  const call = (who: object, more: object = {}) =>
    box
      .as({ kind: 'Developer', ...who } as never)
      .mine.try({ body: { api: 'shop', method: 'GET', path: '/orders', subscription: id as string, ...more } })
  const advance = (ms: number) => {
    now += ms
  }
  return { box, id: id as string, sent, call, detach, advance }
}

describe('mine.try', () => {
  it('calls an operation of a document that was imported, as a subscription of mine', async () => {
    const { call, sent, id } = await setUp()
    for (const who of ['ann', 'mia'])
      expect(await call({ id: who })).toMatchObject({ status: 200, body: '[]', encoding: 'text' })
    expect(sent).toEqual([`GET https://gw.example/v1/orders ${id}`, `GET https://gw.example/v1/orders ${id}`])
  })

  it('calls an operation of a document of another server, also one that its source names', async () => {
    const remote = { openapi: '3.1.0', info: document.info, paths: { '/far': { get: {} } } }
    const source = { resources: [{ path: ['openapi'], content_type: 'application/json', url: 'openapi.json' }] }
    const bodies: Record<string, object> = { 'docs.json': source, 'openapi.json': remote }
    const fetch = async (url: string) => Response.json(bodies[new URL(url).pathname.slice(1)])
    const [far] = [{ content_type: 'application/json', url: 'https://docs.example/openapi.json', path: ['openapi'] }]
    for (const documentation of [
      { resources: [far] },
      { resources: [], source: { url: 'https://docs.example/docs.json' } },
    ]) {
      const { box, call, sent, id } = await setUp({ documentation, fetch })
      await box.apis.documentation.refresh({ id: 'shop' })
      expect(await call({ id: 'ann' }, { path: '/far' })).toMatchObject({ status: 200 })
      expect(sent).toEqual([`GET https://gw.example/v1/far ${id}`])
    }
  })

  it.each<[who: string, identity: object, code: string]>([
    ['a stranger', { id: 'eve' }, 'NOT_FOUND'],
    ['somebody without an account', { id: 'nobody' }, 'NOT_FOUND'],
    ['a blocked owner', { id: 'blocked' }, 'FORBIDDEN'],
    ['an API key', { id: 'ann', kind: 'ApiKey' }, 'FORBIDDEN'],
    ['an admin', { id: 'ann', kind: 'User', admin: true }, 'FORBIDDEN'],
    ['a gateway key', { id: 'ann', kind: 'GatewayKey' }, 'FORBIDDEN'],
  ])('is not for %s', async (_, identity, code) => {
    const { call, sent } = await setUp()
    expect([await codeOf(call(identity)), sent]).toEqual([code, []])
  })

  it('tells nobody whether a subscription of others exists', async () => {
    const { call, id } = await setUp()
    const messages = await Promise.all(
      [id, 'unknown'].map((subscription) =>
        call({ id: 'eve' }, { subscription }).catch((error) => error.message.replace(subscription, 'ID')),
      ),
    )
    expect(messages[0]).toBe(messages[1])
  })

  it('answers the same for an API that is unknown, hidden, or without a subscription', async () => {
    const { box, call } = await setUp()
    const plans = [{ id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }] as const
    const hidden = { audience: { attribute: 'groups', operator: 'contains', value: 'staff' }, plans }
    const shapes = { open: { plans }, hidden, disabled: { enabled: false, plans } }
    for (const [id, documentation] of Object.entries(shapes)) {
      await box.apis.importOpenApi({ body: { openapi: document, id, context_path: `/${id}` } as never })
      await box.apis.patch({ id, body: { documentation } as never })
      await box.apis.deployments.create({ id, body: {} })
    }
    await box.apis.importOpenApi({ body: { openapi: document, id: 'staging', context_path: '/staging' } as never })
    const answers = await Promise.all(
      ['unknown', 'staging', ...Object.keys(shapes)].map((api) =>
        call({ id: 'ann' }, { api }).catch(({ code, message, errors }) =>
          JSON.stringify([code, message, errors]).replaceAll(api, 'API'),
        ),
      ),
    )
    expect(answers[0]).toContain('NOT_FOUND')
    expect(new Set(answers).size).toBe(1)
  })

  it.each<[what: string, more: object, code: string]>([
    ['another operation', { method: 'POST' }, 'NOT_FOUND'],
    ['an unknown API', { api: 'other' }, 'NOT_FOUND'],
    ['an unknown member', { as: 'other' }, 'INVALID'],
    ['another subscription', { subscription: 'other' }, 'NOT_FOUND'],
  ])('takes no call with %s', async (_, more, code) => {
    const { call } = await setUp()
    expect(await codeOf(call({ id: 'ann' }, more))).toBe(code)
  })

  it('needs an active subscription, documentation, and a data plane in the process', async () => {
    const { box, call, id, detach } = await setUp()
    await box.subscriptions.pause({ id })
    expect(await codeOf(call({ id: 'ann' }))).toBe('CONFLICT')
    await box.subscriptions.resume({ id })
    detach()
    expect(await codeOf(call({ id: 'ann' }))).toBe('UNAVAILABLE')
    await box.subscriptions.close({ id })
    expect(await codeOf(call({ id: 'ann' }))).toBe('CONFLICT')
    const off = await setUp({ documentation: { enabled: false } })
    expect(await codeOf(off.call({ id: 'ann' }))).toBe('NOT_FOUND')
  })

  it('is allowed 30 times a minute', async () => {
    const { call, sent, advance } = await setUp()
    for (let i = 0; i < 30; i++) await call({ id: 'ann' })
    await expect(call({ id: 'ann' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 })
    expect((await call({ id: 'mia' })).status).toBe(200)
    advance(60_000)
    expect((await call({ id: 'ann' })).status).toBe(200)
    expect(sent).toHaveLength(32)
  })
})
