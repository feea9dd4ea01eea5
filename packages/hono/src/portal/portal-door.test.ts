import { createSignalbox, type Identity } from '@signalbox/core'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toHono } from '../to-hono.ts'
import { createOriginCheck, portalDoor } from './index.ts'

/** A box with a consumer, at both doors: `/api` is the service, and `/portal/~` the portal of Ann, or of nobody. */
async function start(identity: Identity | undefined = { id: 'ann', kind: 'Developer' }) {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
  const door = portalDoor(box, {
    identify: () => identity,
    refusalOf: createOriginCheck({}),
    sessionCookie: (token) => `portal=${token}`,
    report: (error) => {
      throw error
    },
  })
  const app = new Hono().all('/portal/~/*', (c) => door(c, c.req.path.slice('/portal/~'.length)))
  app.route('/', toHono(box, { access: 'open' }))
  return (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    app.request(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
}

describe('the door of a portal', () => {
  it('serves what is for consumers, which the service does not have', async () => {
    const call = await start()
    const mine = await call('GET', '/portal/~/api/mine')
    expect([mine.status, mine.headers.get('Cache-Control'), await mine.json()]).toMatchObject([
      200,
      'no-store',
      { name: 'Ann' },
    ])
    expect((await call('GET', '/api/mine')).status).toBe(404)
    expect((await call('GET', '/portal/~/api/features')).status).toBe(404)
    expect((await call('GET', '/portal/~/api/developers')).status).toBe(404)
  })

  it('names the path that is most similar, and the methods of a path', async () => {
    const call = await start()
    const unknown = await call('GET', '/portal/~/api/mime')
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining('did you mean /portal/~/api/mine?'),
    ])
    const other = await call('PUT', '/portal/~/api/mine')
    expect([other.status, other.headers.get('Allow')]).toEqual([405, expect.stringContaining('GET')])
  })

  it('asks who calls, without naming ways of the service', async () => {
    const call = await start({ id: 'key', kind: 'ApiKey', admin: true })
    expect((await call('GET', '/portal/~/api/mine')).status).toBe(403)
  })

  it('takes changes from its own pages and from programs, and from nobody else', async () => {
    const call = await start()
    const wanted = { owner_ref: 'none', api_ref: 'none', plan_ref: 'none' }
    const statuses: number[] = []
    for (const headers of [
      {},
      { Origin: 'http://localhost' },
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ])
      statuses.push((await call('POST', '/portal/~/api/mine/subscriptions', wanted, headers as never)).status)
    expect(statuses).toEqual([404, 404, 403, 403])
  })
})
