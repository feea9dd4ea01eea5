import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { listen } from './listen.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders/{id}': {
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'Gateway-Client-Id', in: 'header' },
      ],
      get: { parameters: [{ name: 'page', in: 'query' }] },
      put: { requestBody: { content: { 'application/json': {} } } },
    },
  },
}

it('a consumer tries an operation as a subscription, within the quota of its key, and usage counts it', async () => {
  const backend = await startBackend((_, response) => response.end('{"ok":true}'))
  onTestFinished(backend.close)
  const box = createSignalbox()
  const quota = { perDay: 2 }
  await box.apis.importOpenApi({ body: { openapi: document, id: 'shop', context_path: '/v1' } as never })
  const { documentation } = await box.apis.get({ id: 'shop' })
  const plan = {
    ...{ id: 'free', status: 'published', access_mode_configuration_type: 'apikey' },
    access_mode_configuration: { quota },
  }
  const backends = [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port: backend.port }] } }]
  const { routes = [] } = await box.apis.get({ id: 'shop' })
  await box.apis.patch({
    id: 'shop',
    body: {
      documentation: { ...documentation, plans: [plan] },
      backends,
      routes: routes.map((route) => ({ ...route, backend: 'main' })),
    } as never,
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await box.developers.create({ body: { id: 'ann', name: 'Ann' } })
  await box.applications.create({
    body: { id: 'checkout', name: 'Checkout', members: [{ developer: 'ann', role: 'owner' }] },
  })
  const gateway = createGateway({ source: box.gatewaySource })
  const { close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await gateway.close()
    await box.close()
  })
  await gateway.ready()
  const { id: subscription = '' } = await box.subscriptions.create({
    body: { owner_ref: 'checkout', api_ref: 'shop', plan_ref: 'free' },
  })
  const { mine } = box.as({ id: 'ann', kind: 'Developer' })
  const call = (more: object = {}) =>
    mine.try({
      body: {
        ...{ api: 'shop', method: 'GET', path: '/orders/{id}', subscription },
        parameters: { path: { id: '7' }, query: { page: '2', client_id: 'x' }, header: { 'Gateway-Client-Id': 'x' } },
        ...more,
      },
    })
  expect(await call()).toMatchObject({ status: 200, body: '{"ok":true}', encoding: 'text' })
  expect(await call({ method: 'PUT', body: '{"a":1}' })).toMatchObject({ status: 200 })
  expect(await call()).toMatchObject({ status: 429, cause: 'errors.quota.exceeded' })
  expect(backend.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'GET /orders/7?page=2',
    'PUT /orders/7',
  ])
  expect(String(backend.seen[1]?.body)).toBe('{"a":1}')
  const told = backend.seen[0]?.headers ?? []
  expect(told[told.findIndex((name) => name.toLowerCase() === 'gateway-consumer-id') + 1]).toBe('checkout')
  await gateway.close()
  const { totals } = await box.gateway.usage({ api: 'shop' })
  expect(totals).toMatchObject({ requests: 3, limited: 1 })
})
