import type { Signalbox } from '@signalbox/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, mounted, pair, password, seeded } from './access.fixture.ts'

const HOUR = 3_600_000
let now: number
let box: Signalbox
let call: ReturnType<typeof mounted>

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  box = await seeded({ clock: () => now })
  call = mounted(box)
})

const logIn = (headers: HeadersInit = {}, origin = '') =>
  call('POST', `${origin}/api/login`, { json: { userId: 'u', password }, headers })
const session = async () => cookieOf(await logIn()) as string
const me = (Cookie: string) => call('GET', '/api/me', { headers: { Cookie } })

describe('the cookie of a session', () => {
  it('is set by a login, HttpOnly and SameSite, for 12 hours', async () => {
    const answer = await logIn()
    expect(await answer.json()).toEqual({
      id: 'u',
      name: 'User',
      admin: false,
      temporary: false,
      authorizedPatterns: [{ pattern: 'a:*' }],
    })
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^signalbox_session=[a-z2-9]{52}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    )
  })

  it('is Secure under https', async () => {
    const answer = await logIn({}, 'https://box.example.com')
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-signalbox_session=[a-z2-9]{52}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$/,
    )
  })

  it('under https has the __Host- prefix', async () => {
    const url = 'https://box.example.com'
    const token = cookieOf(await logIn({}, url))
    const me = (Cookie: string) => call('GET', `${url}/api/me`, { headers: { Cookie } })
    expect((await me(`signalbox_session=${token}`)).status).toBe(401)
    expect((await me(`signalbox_session=planted; __Host-signalbox_session=${token}`)).status).toBe(200)
    const Cookie = `__Host-signalbox_session=${token}`
    const answer = await call('POST', `${url}/api/logout`, { headers: { Cookie } })
    expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-signalbox_session=; .*Max-Age=0; Secure$/)
    expect((await me(Cookie)).status).toBe(401)
  })

  it('is Secure if the host says that the outer connection is https', async () => {
    call = mounted(box, { isSecure: (c) => c.req.header('X-Forwarded-Proto') === 'https' })
    const outside = { 'X-Forwarded-Proto': 'https' }
    const Cookie = `__Host-signalbox_session=${cookieOf(await logIn(outside))}`
    expect((await call('GET', '/api/me', { headers: { Cookie, ...outside } })).status).toBe(200)
    expect((await call('GET', '/api/me', { headers: { Cookie } })).status).toBe(401)
  })

  it('identifies the user, among other cookies', async () => {
    const token = await session()
    for (const cookie of [`signalbox_session=${token}`, `a=b; signalbox_session=${token};c=d`])
      expect(await (await me(cookie)).json()).toMatchObject({ id: 'u', kind: 'User' })
  })

  it.each<[string, (token: string) => string]>([
    ['empty', () => 'signalbox_session='],
    ['of another name', (token) => `Signalbox_Session=${token}`],
    ['of a longer name', (token) => `xsignalbox_session=${token}`],
    ['a character short', (token) => `signalbox_session=${token.slice(1)}`],
    ['beside another of its name: who knows who set it', (token) => `signalbox_session=${token}; signalbox_session=x`],
    ['behind another of its name', (token) => `signalbox_session=x; signalbox_session=${token}`],
  ])('is ignored when %s', async (_, cookie) => {
    expect((await me(cookie(await session()))).status).toBe(401)
  })

  it('is renewed when the session is extended', async () => {
    const token = await session()
    const cookie = `signalbox_session=${token}`
    expect((await me(cookie)).headers.get('Set-Cookie')).toBeNull()
    now += HOUR
    const answer = await me(cookie)
    expect(cookieOf(answer)).toBe(token)
    expect(answer.headers.get('Set-Cookie')).toContain('Max-Age=43200')
    now += 12 * HOUR - 1
    expect((await me(cookie)).status).toBe(200)
    now += 12 * HOUR
    expect((await me(cookie)).status).toBe(401)
  })

  it('is deleted by a logout', async () => {
    const cookie = `signalbox_session=${await session()}`
    now += HOUR
    const answer = await call('POST', '/api/logout', { headers: { Cookie: cookie } })
    expect(answer.headers.get('Set-Cookie')).toBe('signalbox_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect((await me(cookie)).status).toBe(401)
  })

  it('is replaced after a password change', async () => {
    const cookie = `signalbox_session=${await session()}`
    const json = { currentPassword: password, newPassword: 'another password' }
    const answer = await call('POST', '/api/me/password', { json, headers: { Cookie: cookie } })
    expect(answer.status).toBe(200)
    expect((await me(cookie)).status).toBe(401)
    expect((await me(`signalbox_session=${cookieOf(answer)}`)).status).toBe(200)
  })

  it('is set by no other response', async () => {
    expect((await call('GET', '/api/me', { headers: pair('inside') })).headers.get('Set-Cookie')).toBeNull()
    const failed = await call('POST', '/api/login', { json: { userId: 'u', password: 'wrong' } })
    expect(failed.headers.get('Set-Cookie')).toBeNull()
  })
})

describe('a cookie that was there before the login', () => {
  it('does not become a session', async () => {
    const planted = 'x'.repeat(52)
    const answer = await logIn({ Cookie: `signalbox_session=${planted}` })
    expect(cookieOf(answer)).not.toBe(planted)
    expect((await me(`signalbox_session=${planted}`)).status).toBe(401)
  })

  it('is replaced by a new session at login', async () => {
    const theirs = await session()
    const json = { userId: 'boss', password }
    const answer = await call('POST', '/api/login', { json, headers: { Cookie: `signalbox_session=${theirs}` } })
    expect(cookieOf(answer)).not.toBe(theirs)
    expect(await (await me(`signalbox_session=${theirs}`)).json()).toMatchObject({ id: 'u' })
    expect(await (await me(`signalbox_session=${cookieOf(answer)}`)).json()).toMatchObject({ id: 'boss' })
  })
})
