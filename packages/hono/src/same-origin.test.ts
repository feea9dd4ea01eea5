import { beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, feature, mounted, pair, password, seeded } from './access.fixture.ts'

const ours = 'https://box.example.com'
let call: ReturnType<typeof mounted>
let Cookie: string

beforeEach(async () => {
  call = mounted(await seeded())
  const answer = await call('POST', `${ours}/api/login`, { json: { userId: 'u', password } })
  // The cookies that two browsers would send: one connected by https, one through a proxy that ended TLS.
  Cookie = `__Host-signalbox_session=${cookieOf(answer)}; signalbox_session=${cookieOf(answer)}`
})

const logIn = async (headers: Record<string, string>, url = ours) =>
  (await call('POST', `${url}/api/login`, { json: { userId: 'u', password }, headers })).status
const write = async (headers: Record<string, string>, url = ours) =>
  (await call('PUT', `${url}/api/features/a:x`, { json: feature('a:x'), headers: { Cookie, ...headers } })).status

const fromUs: [string, Record<string, string>][] = [
  ['neither header: a program', {}],
  ['same-origin', { 'Sec-Fetch-Site': 'same-origin' }],
  ['none: typed by hand', { 'Sec-Fetch-Site': 'none' }],
  ['our origin', { Origin: ours }],
  ['both', { 'Sec-Fetch-Site': 'same-origin', Origin: ours }],
  ['our origin by its Host header', { Host: 'other.example.com', Origin: 'https://other.example.com' }],
  ['our origin and port by its Host header', { Host: 'localhost:9000', Origin: 'https://localhost:9000' }],
]
const fromOthers: [string, Record<string, string>][] = [
  ['cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['same-site: a sub-domain', { 'Sec-Fetch-Site': 'same-site' }],
  ['cross-site with our origin', { 'Sec-Fetch-Site': 'cross-site', Origin: ours }],
  ['same-origin with another origin', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }],
  ['an unknown word', { 'Sec-Fetch-Site': 'same-origin, cross-site' }],
  ['another origin', { Origin: 'https://evil.example' }],
  ['the origin null', { Origin: 'null' }],
  ['an empty origin', { Origin: '' }],
  ['another port', { Origin: 'https://box.example.com:8443' }],
  ['a sub-domain', { Origin: 'https://sub.box.example.com' }],
  ['a parent domain', { Origin: 'https://example.com' }],
  ['our name at its end', { Origin: 'https://evilbox.example.com' }],
  ['our name at its beginning', { Origin: 'https://box.example.com.evil.example' }],
  ['our name as a user', { Origin: 'https://box.example.com@evil.example' }],
  ['our host without encryption', { Origin: 'http://box.example.com' }],
  ['an origin of an extension', { Origin: 'chrome-extension://box.example.com' }],
  ['two origins', { Origin: `${ours}, https://evil.example` }],
  ['a text that is none', { Origin: 'box.example.com' }],
  ['the origin of another Host header', { Host: 'other.example.com', Origin: ours }],
]

describe('a login', () => {
  it.each(fromUs)('is accepted with %s', async (_, headers) => {
    expect(await logIn(headers)).toBe(200)
  })

  it.each(fromOthers)('is 403 with %s', async (_, headers) => {
    expect(await logIn(headers)).toBe(403)
  })

  it('from another site is rejected before the password is checked', async () => {
    for (let i = 0; i < 10; i++) await logIn({ 'Sec-Fetch-Site': 'cross-site' })
    expect(await logIn({})).toBe(200)
  })
})

describe('an unsafe call by cookie', () => {
  it.each(fromUs)('is accepted with %s', async (_, headers) => {
    expect(await write(headers)).toBe(200)
  })

  it.each(fromOthers)('is 403 with %s', async (_, headers) => {
    expect(await write(headers)).toBe(403)
  })

  it.each([
    ['POST', '/api/features', feature('a:y')],
    ['PATCH', '/api/features/a:x', []],
    ['DELETE', '/api/features/a:x', undefined],
    ['DELETE', '/api/features?pattern=*', undefined],
    ['POST', '/api/features/_checks', {}],
    ['POST', '/api/logout', undefined],
    ['POST', '/api/me/password', { currentPassword: password, newPassword: 'another password' }],
    ['GET', '/api/tree/experiments?clientId=victim', undefined],
  ])('%s %s is 403 from another site', async (method, path, json) => {
    const headers = { Cookie, 'Sec-Fetch-Site': 'cross-site' }
    const answer = await call(method, path, { headers, ...(json && { json }) })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN', errors: [{ message: 'error.origin' }] })
    expect((await call('GET', '/api/me', { headers: { Cookie } })).status).toBe(200)
  })
})

describe('behind a proxy that ends the encryption', () => {
  it('an https origin with our host is accepted', async () => {
    expect(await write({ Origin: ours }, 'http://box.example.com')).toBe(200)
    expect(await write({ Origin: 'http://box.example.com' }, 'http://box.example.com')).toBe(200)
  })
})

describe('other sites do not matter', () => {
  it('to calls that are safe', async () => {
    const headers = { Cookie, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    expect((await call('GET', '/api/features/a:x', { headers })).status).toBe(200)
  })

  it('to calls by an API key', async () => {
    const headers = { ...pair('inside'), 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    expect((await call('DELETE', '/api/features/a:x', { headers })).status).toBe(200)
    expect((await call('GET', '/api/tree/experiments?clientId=c', { headers })).status).toBe(200)
  })
})

describe('a GET that binds', () => {
  it('binds no client for other sites, and serves our own pages', async () => {
    const box = await seeded()
    const variants = [{ id: 'A', name: 'A', traffic: 1 }]
    await box.experiments.create({ body: { id: 'a:x', name: 'x', enabled: true, variants } })
    call = mounted(box)
    Cookie = `signalbox_session=${cookieOf(await call('POST', '/api/login', { json: { userId: 'u', password } }))}`
    const population = async () => (await box.experiments.get({ id: 'a:x' })).variants[0]?.currentPopulation
    const tree = async (site: string) => {
      const headers = { Cookie, 'Sec-Fetch-Site': site }
      return (await call('GET', '/api/tree/experiments?clientId=c', { headers })).status
    }
    expect([await tree('cross-site'), await population()]).toEqual([403, 0])
    expect([await tree('same-origin'), await population()]).toEqual([200, 1])
  })

  it.each(['GET', 'HEAD'])('by %s requires a proof that no link of another site can give', async (method) => {
    const path = '/api/tree/experiments?clientId=c'
    const status = async (headers: Record<string, string>) =>
      (await call(method, `${ours}${path}`, { headers: { Cookie, ...headers } })).status
    expect(await status({})).toBe(403)
    expect(await status({ Referer: `${ours}/` })).toBe(403)
    expect(await status({ 'X-Requested-With': '' })).toBe(403)
    expect(await status({ 'X-Requested-With': 'page', 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    const proofs = [{ 'X-Requested-With': 'page' }, { Origin: ours }, { 'Sec-Fetch-Site': 'none' }]
    expect(await Promise.all(proofs.map(status))).toEqual([200, 200, 200])
    expect((await call(method, `${ours}${path}`, { headers: pair('inside') })).status).toBe(200)
    expect((await call(method, `${ours}/api/features/a:x`, { headers: { Cookie } })).status).toBe(200)
  })
})
