import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { errorOf, feature, mounted } from './mounted.fixture.ts'
import { toHono } from './to-hono.ts'

describe('paths that no operation has', () => {
  const { call } = mounted()

  it.each([
    '/api/nothing',
    '/api',
    '/api/features/a/b/c',
    '/apis/nothing',
    '/api/__proto__',
    '/api/portal/apis',
    '/api/mine',
  ])('%s is 404 with the error body', async (path) => {
    const answer = await call('GET', path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await errorOf(answer)).toMatchObject({ code: 'NOT_FOUND', detail: `Unknown path ${path}` })
  })

  it.each([
    ['/api/feature', '/api/features'],
    ['/api/features/', '/api/features'],
    ['/api/v1/features', '/api/features'],
    ['/api/v1/features/a', '/api/features/a'],
    ['/api//features', '/api/features'],
    ['/api/feature/shop:express/check', '/api/features/shop:express/check'],
    ['/api/features/shop:express/chekc', '/api/features/shop:express/check'],
    ['/api/subscriptions', '/api/api-subscriptions'],
    ['/apis/openapi.jsn', '/apis/openapi.json'],
    ['/ofrep/v1/evaluate/flag/a', '/ofrep/v1/evaluate/flags/a'],
  ])('%s suggests %s', async (path, like) => {
    const answer = await call(path.startsWith('/ofrep') ? 'POST' : 'GET', path)
    expect(answer.status).toBe(404)
    const { detail } = await errorOf(answer)
    expect(detail).toBe(`Unknown path ${path}${like === undefined ? '' : ` (did you mean ${like}?)`}`)
  })

  it('of a flag with an unencoded key has an OFREP error', async () => {
    const answer = await call('POST', '/ofrep/v1/evaluate/flags/a/b', { json: { context: {} } })
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { key: 'a/b', errorCode: 'FLAG_NOT_FOUND', errorDetails: expect.stringContaining('a/b') },
    ])
  })

  it('are left to the host outside /api and /apis', async () => {
    const answer = await call('GET', '/elsewhere')
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
  })
})

describe('unsupported methods of a path', () => {
  const { call } = mounted()

  it.each([
    ['PATCH', '/api/features', 'DELETE, GET, HEAD, POST'],
    ['POST', '/api/features/a', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['GET', '/api/features/_copy/check/x', undefined],
    ['DELETE', '/api/tree/configs', 'GET, HEAD'],
    ['PUT', '/api/features.ndjson', 'GET, HEAD, POST'],
    ['POST', '/api/events/Feature', 'GET, HEAD'],
    ['OPTIONS', '/api/_health', 'GET, HEAD'],
  ])('%s %s: Allow is %s', async (method, path, allow) => {
    const answer = await call(method, path)
    expect(answer.status).toBe(allow ? 405 : 404)
    expect(answer.headers.get('Allow') ?? undefined).toBe(allow)
    expect(await errorOf(answer)).toMatchObject({ code: allow ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND' })
  })

  it('have no body for HEAD', async () => {
    const answer = await call('HEAD', '/api/features/_copy')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('')
  })
})

describe('an app beside routes of the host', () => {
  const app = new Hono()
  app.get('/api/before', (c) => c.text('host, before'))
  app.route('/', toHono(createSignalbox(), { access: 'open' }))
  app.get('/api/behind', (c) => c.text('host, behind'))
  app.get('/apis/mine/:id', (c) => c.text(`host, ${c.req.param('id')}`))
  app.get('/page', (c) => c.text('a page'))
  app.notFound((c) => c.text('nothing of the host', 404))

  it.each([
    ['/api/before', 'host, before'],
    ['/api/behind', 'host, behind'],
    ['/apis/mine/7', 'host, 7'],
    ['/page', 'a page'],
  ])('leaves %s to the host', async (path, text) => {
    expect(await (await app.request(path)).text()).toBe(text)
  })

  it('serves its own paths, and 404 only below /api', async () => {
    const body = JSON.stringify(feature('a'))
    const headers = { 'Content-Type': 'application/json' }
    expect((await app.request('/api/features', { method: 'POST', body, headers })).status).toBe(201)
    expect(await errorOf(await app.request('/api/nothing'))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await (await app.request('/nothing')).text()).toBe('nothing of the host')
  })

  it('responds 405 on its own paths', async () => {
    expect((await app.request('/api/features', { method: 'PUT' })).headers.get('Allow')).toBe('DELETE, GET, HEAD, POST')
  })

  it('can be mounted below a path', async () => {
    const below = new Hono().route('/signals', toHono(createSignalbox(), { access: 'open' }))
    expect(await (await below.request('/signals/api/_health')).json()).toMatchObject({ status: 'up' })
    expect((await below.request('/signals/api/nothing')).status).toBe(404)
    expect(await errorOf(await below.request('/signals/api/feature'))).toMatchObject({
      detail: 'Unknown path /signals/api/feature (did you mean /signals/api/features?)',
    })
    expect((await below.request('/signals/api/features', { method: 'PUT' })).status).toBe(405)
    const tenants = new Hono().route('/of/:tenant', toHono(createSignalbox(), { access: 'open' }))
    expect((await tenants.request('/of/a/api/features/b', { method: 'POST' })).status).toBe(405)
    expect((await tenants.request('/of/a/api/features/b/c', { method: 'POST' })).status).toBe(404)
  })
})
