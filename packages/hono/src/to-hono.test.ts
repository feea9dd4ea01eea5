import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import type { HonoOptions } from './hono-options.ts'
import { errorOf, feature, mounted } from './mounted.fixture.ts'
import { toHono } from './to-hono.ts'

describe('toHono', () => {
  it('serves every operation under its path', async () => {
    const { call } = mounted()
    const created = await call('POST', '/api/features', { json: feature('a:b') })
    expect(created.status).toBe(201)
    expect(await created.json()).toEqual(feature('a:b'))
    expect(await (await call('GET', '/api/features/a:b/check')).json()).toEqual({ active: true })
    expect(await (await call('GET', '/api/features?render=tree')).json()).toEqual({
      a: { b: { value: feature('a:b') } },
    })
    expect(await (await call('GET', '/api/features')).json()).toMatchObject({ metadata: { count: 1 } })
  })

  it('throws a TypeError without a way to identify callers', () => {
    const { identify: _, ...api } = createSignalbox()
    expect(() => toHono(api)).toThrow(/toHono requires `access: 'open'`/)
    expect(() => toHono(createSignalbox(), { access: 'opne' } as unknown as HonoOptions)).toThrow(TypeError)
  })

  it('hides the details of unexpected errors, and reports them', async () => {
    const failure = new Error('password of the database: hunter2')
    const reports: unknown[] = []
    const box = createSignalbox()
    const broken = { ...box, features: { ...box.features, get: () => Promise.reject(failure) } }
    const { call } = mounted({ box: broken, report: (error) => reports.push(error) })
    const answer = await call('GET', '/api/features/a')
    expect(answer.status).toBe(500)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    const text = await answer.text()
    expect(text).not.toContain('hunter2')
    expect(JSON.parse(text)).toMatchObject({ code: 'INTERNAL', errors: [], fieldErrors: {} })
    expect(reports).toEqual([failure])
  })

  it('does not report client errors', async () => {
    const reports: unknown[] = []
    const { call } = mounted({ report: (error) => reports.push(error) })
    expect((await call('GET', '/api/features/unknown')).status).toBe(404)
    expect((await call('POST', '/api/features', { json: {} })).status).toBe(400)
    expect(reports).toEqual([])
  })
})

describe('authenticate', () => {
  const knows = (request: Request) =>
    request.headers.get('Service-Client-Id') === 'me' ? { id: 'me', admin: true } : undefined
  const me = { headers: { 'Service-Client-Id': 'me' } }

  it('admits known callers and responds 401 to others', async () => {
    const { call } = mounted({ access: knows })
    expect((await call('GET', '/api/features', me)).status).toBe(200)
    const refused = await call('GET', '/api/features')
    expect(refused.status).toBe(401)
    expect(await errorOf(refused)).toMatchObject({
      code: 'UNAUTHENTICATED',
      errors: [{ message: 'error.credentials' }],
    })
    expect((await call('GET', '/api/features/nothing-here')).status).toBe(401)
    expect((await call('GET', '/api/events')).status).toBe(401)
    expect((await call('HEAD', '/api/features')).status).toBe(401)
  })

  it('can be asynchronous', async () => {
    const { call } = mounted({ access: async (request) => knows(request) })
    expect((await call('GET', '/api/features', me)).status).toBe(200)
    expect((await call('GET', '/api/features')).status).toBe(401)
  })

  it('is not called for health', async () => {
    const { call } = mounted({ access: () => undefined })
    expect(await (await call('GET', '/api/_health')).json()).toMatchObject({ status: 'up' })
  })

  it('responds 500 and reports if it fails', async () => {
    const reports: unknown[] = []
    const failure = new Error('the directory is down')
    const { call } = mounted({ access: () => Promise.reject(failure), report: (error) => reports.push(error) })
    expect((await call('GET', '/api/features')).status).toBe(500)
    expect(reports).toEqual([failure])
  })
})

describe('the order of checks', () => {
  const access = (request: Request) => (request.headers.has('Authorization') ? { id: 'me', admin: true } : undefined)
  const { call } = mounted({ access, bodyLimit: 100 })
  const known = { Authorization: 'Basic me' }
  const json = { 'Content-Type': 'application/json' }
  const large = 'x'.repeat(101)

  it.each([
    ['nobody, with a body that is nothing else right', 401, { 'Content-Type': 'text/plain' }, large],
    ['another media type, before its size', 415, { ...known, 'Content-Type': 'text/plain' }, large],
    ['too many bytes, before what they say', 413, { ...known, ...json }, large],
    ['a text that is not JSON', 400, { ...known, ...json }, '{'],
    ['JSON that is no feature', 400, { ...known, ...json }, '{}'],
    ['a feature', 201, { ...known, ...json }, JSON.stringify(feature('a'))],
    ['a feature that is there already', 409, { ...known, ...json }, JSON.stringify(feature('a'))],
  ])('%s: %i', async (_, status, headers, body) => {
    expect((await call('POST', '/api/features', { headers, body })).status).toBe(status)
  })

  it('existence precedes preconditions', async () => {
    const guarded = { json: feature('b'), headers: { ...known, 'If-Match': '"1"' } }
    expect((await call('PUT', '/api/features/b', guarded)).status).toBe(404)
    await call('POST', '/api/features', { json: feature('b'), headers: known })
    expect((await call('PUT', '/api/features/b', guarded)).status).toBe(412)
  })
})
