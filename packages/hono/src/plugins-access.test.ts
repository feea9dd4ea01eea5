import type { Signalbox } from '@signalbox/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, mounted, pair, password, secret, seeded } from './access.fixture.ts'

const accessKey = 'a key of the descriptions'
let box: Signalbox
let call: ReturnType<typeof mounted>
let now: number

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z')
  box = await seeded({ clock: () => now })
  for (const [clientId, domain] of [
    ['gateways', 'Api'],
    ['flags', 'Feature'],
  ] as const)
    await box.apiKeys.create({
      body: {
        ...{ clientId, name: clientId, clientSecret: secret },
        authorizedPatterns: [{ pattern: 'shop', rights: ['R'], domains: [domain] }],
      },
    })
  call = mounted(box, { docs: { accessKey } })
})

const basic = (user: string, word: string) => ({ Authorization: `Basic ${btoa(`${user}:${word}`)}` })
const logIn = async (userId: string) => {
  const answer = await call('POST', '/api/login', { json: { userId, password } })
  return { Cookie: `signalbox_session=${cookieOf(answer)}` }
}
const statusOf = async (headers: HeadersInit, path = '/apis/plugins.json') =>
  (await call('GET', path, { headers })).status

describe('the catalog of plugins behind an access key', () => {
  it.each(['/apis/plugins.json', '/apis/plugins.yaml', '/apis/plugins.yml'])(
    'opens for the right R in the domain Api: %s',
    async (path) => {
      expect(await statusOf(pair('gateways'), path)).toBe(200)
      expect(await statusOf(basic('gateways', secret), path)).toBe(200)
      expect(await statusOf(pair('admin'), path)).toBe(200)
      expect(await statusOf(await logIn('boss'), path)).toBe(200)
    },
  )

  it.each<[who: string, headers: () => HeadersInit | Promise<HeadersInit>]>([
    ['nobody', () => ({})],
    ['a key with rights in another domain', () => pair('flags')],
    ['a wrong secret', () => pair('gateways', 'wrong')],
    ['a session that does not exist', () => ({ Cookie: `signalbox_session=${'a'.repeat(52)}` })],
    ['a wrong access key', () => basic('doc', 'wrong')],
    ['a wrong access key beside a session', async () => ({ ...basic('doc', 'wrong'), ...(await logIn('boss')) })],
  ])('asks for the key: %s', async (_, headers) => {
    const answer = await call('GET', '/apis/plugins.json', { headers: await headers() })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('WWW-Authenticate')).toBe('Basic realm="signalbox-doc", charset="UTF-8"')
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })

  it('opens with the access key, as before', async () => {
    expect(await statusOf(basic('doc', accessKey))).toBe(200)
    expect(await statusOf({}, `/apis/plugins.json?doc_secret=${encodeURIComponent(accessKey)}`)).toBe(200)
  })

  it('does not open because the API is open to all', async () => {
    call = mounted(box, { access: 'open', docs: { accessKey } })
    expect(await statusOf({})).toBe(401)
    expect(await statusOf(pair('admin'))).toBe(401)
  })

  it('opens for callers whom the host knows', async () => {
    call = mounted(box, {
      access: ({ headers }) =>
        headers.has('X-Ann') ? { id: 'ann', authorizedPatterns: [{ pattern: '*', domains: ['Api'] }] } : undefined,
      docs: { accessKey },
    })
    expect([await statusOf({ 'X-Ann': '1' }), await statusOf({})]).toEqual([200, 401])
  })

  it('extends the session of a browser like any other call', async () => {
    const headers = await logIn('boss')
    now += 8 * 3_600_000
    const answer = await call('GET', '/apis/plugins.json', { headers })
    expect(cookieOf(answer)).toBe(headers.Cookie.split('=')[1])
    now += 8 * 3_600_000
    expect(await statusOf(headers)).toBe(200)
  })

  it('is the only description that does', async () => {
    for (const path of ['/apis/openapi.json', '/apis/openapi', '/apis/workflows/doc.json', '/apis/workflows/doc'])
      expect(await statusOf(pair('admin'), path)).toBe(401)
  })
})
