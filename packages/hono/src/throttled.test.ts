import { beforeEach, describe, expect, it } from 'vitest'
import { mounted, pair, password, seeded } from './access.fixture.ts'

const QUARTER_HOUR = 15 * 60_000
let now: number
let call: ReturnType<typeof mounted>

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  call = mounted(await seeded({ clock: () => now }))
})

const logIn = (userId: string, secret: string, address: string) =>
  call('POST', '/api/login', { json: { userId, password: secret }, address })
const byKey = (clientId: string, address: string, secret?: string) =>
  call('GET', '/api/me', { headers: pair(clientId, secret), address })

describe('guessing passwords', () => {
  it('is 429 with Retry-After after 5 failures for a user from an address', async () => {
    for (let i = 0; i < 5; i++) expect((await logIn('u', 'wrong', '10.0.0.1')).status).toBe(401)
    now += 60_000
    const answer = await logIn('u', password, '10.0.0.1')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('Retry-After')).toBe('840')
    expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', errors: [{ args: ['840'] }] })
    expect((await logIn('u', password, '10.0.0.2')).status).toBe(200)
    now += QUARTER_HOUR
    expect((await logIn('u', password, '10.0.0.1')).status).toBe(200)
  })

  it('is 429 after 50 failures from an address, for any users', async () => {
    for (let i = 0; i < 50; i++) expect((await logIn(`user${i}`, 'wrong', '10.0.0.1')).status).toBe(401)
    expect((await logIn('u', password, '10.0.0.1')).status).toBe(429)
    expect((await logIn('u', password, '10.0.0.2')).status).toBe(200)
  })

  it('has bounded names and passwords', async () => {
    expect((await logIn('u'.repeat(513), 'wrong', '10.0.0.1')).status).toBe(400)
    expect((await logIn('u', 'x'.repeat(1025), '10.0.0.1')).status).toBe(400)
  })
})

describe('guessing secrets of API keys', () => {
  const guess = async (times: number, address: string) => {
    for (let i = 0; i < times; i++) expect((await byKey('inside', address, `guess ${i}`)).status).toBe(401)
  }

  it('is 429 with Retry-After after 50 failures from an address', async () => {
    await guess(50, '10.0.0.1')
    const answer = await byKey('inside', '10.0.0.1', 'guess 51')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '900'])
    expect((await byKey('inside', '10.0.0.2', 'guess 51')).status).toBe(401)
    now += QUARTER_HOUR
    expect((await byKey('inside', '10.0.0.1', 'guess 51')).status).toBe(401)
  })

  it('never throttles a right secret, even from that address', async () => {
    await guess(50, '10.0.0.1')
    expect((await byKey('inside', '10.0.0.1')).status).toBe(200)
  })

  it('with one stale secret locks out no others, nor a renamed key', async () => {
    expect((await byKey('admin', '10.0.0.1')).status).toBe(200)
    const stale: number[] = []
    for (let i = 0; i < 60; i++) stale.push((await byKey('admin', '10.0.0.1', 'the secret before')).status)
    expect([stale[49], stale[50]]).toEqual([401, 429])
    expect((await byKey('inside', '10.0.0.1')).status).toBe(200)
    expect((await byKey('inside', '10.0.0.1', 'mistyped')).status).toBe(401)
    const renamed = await call('PATCH', '/api/apikeys/admin', {
      json: [{ op: 'replace', path: '/name', value: 'renamed' }],
      headers: pair('admin'),
      address: '10.0.0.1',
    })
    expect(renamed.status).toBe(200)
    const me = await byKey('admin', '10.0.0.1')
    expect([me.status, await me.json()]).toEqual([200, expect.objectContaining({ name: 'renamed' })])
  })
})

describe('the address of a caller', () => {
  it('comes from the host', async () => {
    const addressOf = (c: { req: { header(name: string): string | undefined } }) => c.req.header('X-Real-Ip') ?? ''
    call = mounted(await seeded({ clock: () => now }), { addressOf })
    const from = (ip: string, secret: string) =>
      call('POST', '/api/login', {
        json: { userId: 'u', password: secret },
        headers: { 'X-Real-Ip': ip },
        address: 'proxy',
      })
    for (let i = 0; i < 5; i++) await from('10.0.0.1', 'wrong')
    expect((await from('10.0.0.1', password)).status).toBe(429)
    expect((await from('10.0.0.2', password)).status).toBe(200)
  })

  it('does not come from the caller', async () => {
    const from = (ip: string, secret: string) =>
      call('POST', '/api/login', {
        json: { userId: 'u', password: secret },
        headers: { 'X-Forwarded-For': ip, Forwarded: `for=${ip}` },
        address: '10.0.0.1',
      })
    for (let i = 0; i < 5; i++) await from(`10.0.1.${i}`, 'wrong')
    expect((await from('10.0.2.1', password)).status).toBe(429)
  })
})
