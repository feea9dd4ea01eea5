import type { Identity } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { feature, mounted, pair, seeded } from './access.fixture.ts'
import { toHono } from './to-hono.ts'

const statuses = async (call: ReturnType<typeof mounted>, headers: HeadersInit = {}) => [
  (await call('GET', '/api/features/a:x', { headers })).status,
  (await call('GET', '/api/features/b:x', { headers })).status,
  (await call('GET', '/api/apikeys', { headers })).status,
]

describe("an embedder's own authentication", () => {
  const callers: Record<string, Identity> = {
    alice: { id: 'alice', authorizedPatterns: 'a:*' },
    root: { id: 'root', kind: 'Operator', admin: true },
  }
  const access = async (request: Request) => callers[request.headers.get('X-User') ?? '']

  it('replaces keys and sessions', async () => {
    const call = mounted(await seeded(), { access })
    expect(await statuses(call)).toEqual([401, 401, 401])
    expect(await statuses(call, pair('admin'))).toEqual([401, 401, 401])
    expect(await statuses(call, { 'X-User': 'alice' })).toEqual([200, 403, 403])
    expect(await statuses(call, { 'X-User': 'root' })).toEqual([200, 404, 200])
  })

  it('filters lists, and names the author of events', async () => {
    const box = await seeded()
    await box.features.create({ body: feature('b:x') })
    const call = mounted(box, { access })
    const list = await call('GET', '/api/features', { headers: { 'X-User': 'alice' } })
    expect(await list.json()).toMatchObject({ results: [{ id: 'a:x' }], metadata: { count: 1 } })
    expect(await (await call('GET', '/api/me', { headers: { 'X-User': 'root' } })).json()).toMatchObject({
      id: 'root',
      name: 'root',
      kind: 'Operator',
      admin: true,
    })
  })

  it('with invalid grants is a reported 500', async () => {
    const reports: unknown[] = []
    const call = mounted(await seeded(), {
      access: () => ({ id: 'x', authorizedPatterns: '!secret:*' }),
      report: (error) => reports.push(error),
    })
    expect(await statuses(call)).toEqual([500, 500, 500])
    expect(reports[0]).toBeInstanceOf(TypeError)
  })

  it('that fails admits nobody', async () => {
    const call = mounted(await seeded(), { access: () => Promise.reject(new Error('down')), report: () => {} })
    expect(await statuses(call)).toEqual([500, 500, 500])
  })
})

describe("access: 'open'", () => {
  it('lets anyone do anything', async () => {
    const call = mounted(await seeded(), { access: 'open' })
    expect(await statuses(call)).toEqual([200, 404, 200])
    expect(await statuses(call, pair('unknown'))).toEqual([200, 404, 200])
  })

  it('is not the default', async () => {
    expect(await statuses(mounted(await seeded()))).toEqual([401, 401, 401])
  })
})

describe('an export over HTTP masks secrets', () => {
  const header = 'secret-of-a-header'
  const body = { clientId: 'w', callbackUrl: 'https://receiver.invalid', headers: { Authorization: header } }

  it.each([
    ['for an API key that is an admin', {}, pair('admin')],
    ['where anyone may do anything', { access: 'open' as const }, {}],
    ['for an admin whom the embedder knows', { access: () => ({ id: 'root', admin: true }) }, {}],
  ])('%s', async (_, options, headers) => {
    const box = await seeded()
    await box.webhooks.create({ body })
    const text = await (await mounted(box, options)('GET', '/api/webhooks.ndjson', { headers })).text()
    expect(JSON.parse(text)).toMatchObject({
      clientId: 'w',
      secret: '********',
      headers: { Authorization: '********' },
    })
    expect(text).not.toContain(header)
  })
})

describe('an API with a fixed caller', () => {
  it("can only be mounted with access: 'open'", async () => {
    const api = (await seeded()).as({ id: 'x', authorizedPatterns: 'a:*' })
    expect(() => toHono(api)).toThrow(TypeError)
    expect(() => toHono(api, { access: () => ({ id: 'reader' }) })).toThrow(/access: 'open'/)
    const app = toHono(api, { access: 'open' })
    expect((await app.request('/api/features/a:x')).status).toBe(200)
    expect((await app.request('/api/features/b:x')).status).toBe(403)
  })
})
