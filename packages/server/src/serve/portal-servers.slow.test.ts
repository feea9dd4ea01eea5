import { createGateway, followGateway } from '@signalbox/gateway'
import { startPostgres } from '@signalbox/test-postgres'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../fixtures/backend.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from './create-server.ts'

const waiting = { timeout: 10_000 }

it('a request of one server is approved on another, its key is created on the first, and a data plane admits it at once', async () => {
  const postgres = await startPostgres(['fsync=off'])
  onTestFinished(() => postgres.stop())
  const port = await startBackend()
  const [one, other] = await Promise.all(
    [0, 1].map(() => createServer({ ...known, port: 0, store: postgres.url, portal: 'open' })),
  )
  onTestFinished(() => one!.close())
  onTestFinished(() => other!.close())
  const { key = '' } = await other!.box.gatewayKeys.create({ body: { id: 'edge' } })
  const report = () => {}
  const gateway = createGateway({ source: followGateway({ from: other!.url, key, report }), report })
  onTestFinished(() => gateway.close())
  const plan = { id: 'partner', status: 'published', access_mode_configuration_type: 'apikey', approval: 'manual' }
  await one!.box.apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', domain: 'x.test', context_path: '/shop' },
      backends: [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port }] } }],
      routes: [{ id: 'all', backend: 'main', frontend: { paths: ['/'] } }],
      documentation: { plans: [plan] },
    } as never,
  })
  await one!.box.apis.deployments.create({ id: 'shop', body: {} })
  await gateway.ready()

  let cookie = ''
  const mine = async (server: typeof one, path: string, body: object, method = 'POST') => {
    const answer = await fetch(`${server!.url}/portal/~/api/mine${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const text = await answer.text()
    expect(answer.ok, text).toBe(true)
    return JSON.parse(text) as Record<string, string>
  }
  await mine(one, '/_sign-up', { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' })
  const { id: application } = await mine(one, '/applications', { name: 'Checkout' })
  const asked = { owner_ref: application, api_ref: 'shop', plan_ref: 'partner' }
  const { id = '', approval } = await mine(one, '/subscriptions', asked)
  expect(approval).toBe('waiting')

  await other!.box.subscriptions.approve({ id })
  const { clientId, clientSecret } = await mine(one, `/subscriptions/${id}/_rotate`, {})
  const authorization = `Basic ${btoa(`${clientId}:${clientSecret}`)}`
  const call = (headers: Record<string, string> = {}) =>
    gateway.fetch(new Request('http://x.test/shop/a', { headers })).then(({ status }) => status)
  await expect.poll(() => call({ Authorization: authorization }), waiting).toBe(200)
  expect(await call()).toBe(401)

  await mine(other, `/subscriptions/${id}/_close`, {})
  await expect.poll(() => call({ Authorization: authorization }), waiting).toBe(403)
}, 60_000)
