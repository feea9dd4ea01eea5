import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { mounted } from './mounted.fixture.ts'
import { toHono } from './to-hono.ts'

const ours = 'https://app.example.com'
const from = (origin: string) => ({ headers: { Origin: origin } })
const preflight = (origin: string) => ({
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'content-type,if-match,x-change-reason',
  },
})
const allowed = (response: Response) => response.headers.get('Access-Control-Allow-Origin')

describe('pages of other origins', () => {
  it('cannot call the API by default', async () => {
    const { call } = mounted()
    expect(allowed(await call('GET', '/api/features', from(ours)))).toBe(null)
    expect((await call('OPTIONS', '/api/features/a', preflight(ours))).status).toBe(405)
  })

  it('can call if listed, and read relevant headers', async () => {
    const { call } = mounted({ corsOrigins: [ours] })
    const answer = await call('GET', '/api/features', from(ours))
    expect(allowed(answer)).toBe(ours)
    expect(answer.headers.get('Vary')).toContain('Origin')
    expect(answer.headers.get('Access-Control-Expose-Headers')).toBe(
      'ETag,Events-Oldest,Import-Kept,Last-Event-Id,Retry-After,X-Request-Id',
    )
    expect(allowed(await call('GET', '/api/features', from('https://evil.example')))).toBe(null)
    expect(allowed(await call('GET', '/api/features', from('https://app.example.com.evil.example')))).toBe(null)
  })

  it('can call with HEAD, and ask for downloads', async () => {
    const { call } = mounted({ corsOrigins: [ours] })
    for (const path of ['/api/features', '/api/features.ndjson', '/api/events']) {
      const { status, body, headers } = await call('HEAD', path, from(ours))
      expect([status, body, headers.get('Access-Control-Allow-Origin')]).toEqual([200, null, ours])
    }
  })

  it('read errors too', async () => {
    const { call } = mounted({ corsOrigins: [ours], access: () => undefined })
    const refused = await call('GET', '/api/features', from(ours))
    expect([refused.status, allowed(refused)]).toEqual([401, ours])
  })

  it('send preflight requests without credentials', async () => {
    const { call } = mounted({ corsOrigins: [ours], access: () => undefined })
    const answer = await call('OPTIONS', '/api/features/a', preflight(ours))
    expect(answer.status).toBe(204)
    expect(allowed(answer)).toBe(ours)
    expect(answer.headers.get('Access-Control-Allow-Methods')).toContain('PUT')
    expect(answer.headers.get('Access-Control-Allow-Headers')).toBe('content-type,if-match,x-change-reason')
    expect(allowed(await call('OPTIONS', '/api/features/a', preflight('https://evil.example')))).toBe(null)
  })

  it('can all call with *', async () => {
    const { call } = mounted({ corsOrigins: ['*'] })
    expect(allowed(await call('GET', '/api/features', from('https://anyone.example')))).toBe('*')
  })

  it('get no access to other routes of the host', async () => {
    const app = new Hono().route('/', toHono(createSignalbox(), { access: 'open', corsOrigins: ['*'] }))
    app.get('/private', (c) => c.text('of the host'))
    app.get('/api/private', (c) => c.text('of the host'))
    for (const path of ['/private', '/api/private']) {
      const answer = await app.request(path, from('https://evil.example'))
      expect([await answer.text(), allowed(answer)]).toEqual(['of the host', null])
    }
  })
})
