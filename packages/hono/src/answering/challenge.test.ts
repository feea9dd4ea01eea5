import { createSignalbox } from '@signalbox/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, mounted, pair, password, seeded } from '../access.fixture.ts'

let call: ReturnType<typeof mounted>

beforeEach(async () => {
  call = mounted(await seeded())
})

const both = 'Basic realm="signalbox", charset="UTF-8", Bearer realm="signalbox"'
const challenge = async (headers: Record<string, string> = {}) => {
  const answer = await call('GET', '/api/me', { headers })
  return [answer.status, answer.headers.get('WWW-Authenticate')]
}

describe('a 401 response', () => {
  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a wrong secret', pair('inside', 'not the secret at all')],
    ['a token that is no pair', { Authorization: 'Bearer abc' }],
    ['a session that ended', { Cookie: 'signalbox_session=x' }],
    ['an address typed into a browser', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' }],
  ])('offers Basic or Bearer after %s', async (_, headers) => {
    expect(await challenge(headers)).toEqual([401, both])
  })

  it.each<[string, Record<string, string>]>([
    ['fetch', { 'Sec-Fetch-Mode': 'cors' }],
    ['fetch of its own origin alone', { 'Sec-Fetch-Mode': 'same-origin' }],
    ['a script of an older browser', { 'X-Requested-With': 'XMLHttpRequest' }],
  ])('offers only Bearer to pages that call by %s, so browsers show no dialog', async (_, headers) => {
    expect(await challenge(headers)).toEqual([401, 'Bearer realm="signalbox"'])
  })

  it('names all ways to send credentials, with the configured headers', async () => {
    call = mounted(await seeded(), { clientIdHeader: 'X-Id' })
    const { detail } = (await (await call('GET', '/api/me')).json()) as { detail: string }
    expect(detail).toBe(
      'The call carries no valid credentials: send an API key by HTTP Basic, "Authorization: Bearer <id>:<secret>", ' +
        '"X-API-Key: <id>:<secret>" or the headers X-Id and Service-Client-Secret, or log in at /api/login',
    )
  })

  it('to a failed login only describes the problem', async () => {
    const answer = await call('POST', '/api/login', { json: { userId: 'u', password: 'wrong' } })
    expect(answer.headers.get('WWW-Authenticate')).toBe(both)
    expect(await answer.json()).toMatchObject({ detail: 'The user or the password is wrong' })
  })

  it('of a host with its own authentication has no challenge', async () => {
    call = mounted(createSignalbox(), { access: () => undefined })
    const answer = await call('GET', '/api/me')
    expect([answer.status, answer.headers.get('WWW-Authenticate')]).toEqual([401, null])
    expect(await answer.json()).toMatchObject({ detail: 'The call carries no valid credentials' })
  })
})

describe('responses in caches and browsers', () => {
  const json = { clientId: 'new', name: 'new' }

  it('are not stored if they can contain a secret', async () => {
    const headers = pair('admin')
    const created = await call('POST', '/api/apikeys', { json, headers })
    expect(await created.json()).toMatchObject({ clientSecret: expect.any(String) })
    const clientSecret = 'another-secret-of-tests'
    const changed = await call('PUT', '/api/apikeys/new', { json: { ...json, clientSecret }, headers })
    expect(await changed.json()).toMatchObject({ clientSecret })
    const login = await call('POST', '/api/login', { json: { userId: 'u', password } })
    expect(cookieOf(login)).toBeDefined()
    for (const answer of [created, changed, login]) expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const read = await call('GET', '/api/apikeys/new', { headers })
    expect(await read.text()).not.toContain('ecret')
    expect(read.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it.each([
    ['a record', 'GET', '/api/features/a:x', 200],
    ['a list', 'GET', '/api/features', 200],
    ['a download', 'GET', '/api/features.ndjson', 200],
    ['a failure', 'GET', '/api/features/a:y', 404],
    ['a refusal', 'PUT', '/api/me', 405],
    ['an unknown path', 'GET', '/api/nothing', 404],
    ['a description', 'GET', '/apis/plugins.json', 200],
  ])('%s has its media type without sniffing', async (_, method, path, status) => {
    const answer = await call(method, path, { headers: pair('admin') })
    expect([answer.status, answer.headers.get('X-Content-Type-Options')]).toEqual([status, 'nosniff'])
  })
})

describe('a body of an unauthenticated call', () => {
  const fill = (bytes: number) => `{"userId":"u","password":"${password}"${' '.repeat(bytes)}}`
  const send = async (path: string, body: string) =>
    (await call('POST', path, { body, headers: { 'Content-Type': 'application/json' } })).status

  it('is read up to a few kB', async () => {
    expect(await send('/api/login', fill(8000))).toBe(200)
    expect(await send('/api/login', fill(9000))).toBe(413)
    expect(await send('/api/credentials/_rotate', fill(1000))).toBe(400)
    expect(await send('/api/credentials/_rotate', fill(3000))).toBe(413)
  })

  it('can contain the longest password', async () => {
    expect(await send('/api/login', JSON.stringify({ userId: 'u', password: '密'.repeat(1024) }))).toBe(401)
  })

  it('is limited by the limit of the host', async () => {
    call = mounted(await seeded(), { bodyLimit: 1024 })
    expect(await send('/api/login', fill(2000))).toBe(413)
  })
})
