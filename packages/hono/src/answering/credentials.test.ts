import { beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, mounted, pair, password, secret, seeded } from '../access.fixture.ts'

let call: ReturnType<typeof mounted>

beforeEach(async () => {
  call = mounted(await seeded())
})

const basic = (text: string | Uint8Array) => `Basic ${Buffer.from(text as string).toString('base64')}`
const me = (headers: HeadersInit) => call('GET', '/api/me', { headers })
const idOf = async (headers: HeadersInit) => {
  const answer = await me(headers)
  return answer.ok ? ((await answer.json()) as { id: string }).id : answer.status
}
const logIn = async () => cookieOf(await call('POST', '/api/login', { json: { userId: 'u', password } })) as string

describe('a pair of headers', () => {
  it('identifies the caller', async () => {
    expect(await idOf(pair('inside'))).toBe('inside')
    expect(await (await me(pair('inside'))).json()).toEqual({
      id: 'inside',
      name: 'Inside',
      kind: 'ApiKey',
      admin: false,
      authorizedPatterns: [{ pattern: 'a:*' }],
    })
  })

  it('can have other names', async () => {
    call = mounted(await seeded(), { clientIdHeader: 'X-Id', clientSecretHeader: 'X-Secret' })
    expect(await idOf({ 'x-id': 'inside', 'x-secret': secret })).toBe('inside')
    expect(await idOf(pair('inside'))).toBe(401)
    expect(await idOf({ ...pair('inside'), 'X-Id': 'nobody' })).toBe(401)
  })

  it.each<[string, HeadersInit]>([
    ['a wrong secret', pair('inside', 'not the secret at all')],
    ["another key's secret in part", pair('inside', secret.slice(1))],
    ['an unknown id', pair('unknown')],
    ['__proto__', pair('__proto__')],
    ['constructor', pair('constructor')],
    ['an id in other letters', pair('INSIDE')],
    ['an empty id', pair('')],
    ['an empty secret', pair('inside', '')],
    ['no secret', { 'Service-Client-Id': 'inside' }],
    ['no id', { 'Service-Client-Secret': secret }],
    ['the id twice', [...Object.entries(pair('inside')), ['Service-Client-Id', 'inside']]],
    ['the id of another as well', [...Object.entries(pair('inside')), ['Service-Client-Id', 'admin']]],
    ['the secret twice', [...Object.entries(pair('inside')), ['Service-Client-Secret', secret]]],
    ['a wrong secret as well', [...Object.entries(pair('inside')), ['Service-Client-Secret', 'x']]],
    ['no header at all', {}],
  ])('is 401 with %s', async (_, headers) => {
    expect(await idOf(headers)).toBe(401)
  })
})

describe('an empty header', () => {
  const bearer = `Bearer inside:${secret}`

  it.each<[string, Record<string, string>, string | number]>([
    ['an id beside Bearer', { 'Service-Client-Id': '', Authorization: bearer }, 'inside'],
    ['a blank id beside Bearer', { 'Service-Client-Id': ' ', Authorization: bearer }, 'inside'],
    ['an id and a secret beside Bearer', { ...pair('', ''), Authorization: bearer }, 'inside'],
    ['an id beside X-API-Key', { 'Service-Client-Id': '', 'X-API-Key': `inside:${secret}` }, 'inside'],
    ['Authorization beside X-API-Key', { Authorization: '', 'X-API-Key': `inside:${secret}` }, 'inside'],
    ['an id with a secret beside Bearer', { ...pair(''), Authorization: bearer }, 401],
    ['everything', { ...pair('', ''), Authorization: '', 'X-API-Key': '' }, 401],
  ])('is none: %s', async (_, headers, expected) => {
    expect(await idOf(headers)).toBe(expected)
  })
})

describe('HTTP Basic', () => {
  const withSecret = async (clientSecret: string) => {
    const box = await seeded()
    await box.apiKeys.create({ body: { clientId: 'c', name: 'c', clientSecret } })
    call = mounted(box)
  }

  it('identifies the caller, in any case of the scheme', async () => {
    expect(await idOf({ Authorization: basic(`inside:${secret}`) })).toBe('inside')
    expect(await idOf({ Authorization: basic(`inside:${secret}`).replace('Basic', 'bAsIc') })).toBe('inside')
  })

  it.each(['with:colons:in:the:secret', ':begins-with-a-colon', 'ends-with-a-colon::', 'ümläuts-and-🚦-and-more'])(
    'reads the secret %s',
    async (clientSecret) => {
      await withSecret(clientSecret)
      expect(await idOf({ Authorization: basic(`c:${clientSecret}`) })).toBe('c')
      expect(await idOf({ Authorization: basic(`c${clientSecret}`) })).toBe(401)
    },
  )

  it('rejects secrets that are not UTF-8', async () => {
    await withSecret('\u{fffd}'.repeat(16))
    expect(await idOf({ Authorization: basic(`c:${'\u{fffd}'.repeat(16)}`) })).toBe('c')
    expect(await idOf({ Authorization: basic(Uint8Array.from([99, 58, ...Array(16).fill(0xff)])) })).toBe(401)
    expect(await idOf({ Authorization: basic(`\u{feff}c:${'\u{fffd}'.repeat(16)}`) })).toBe(401)
  })

  it.each([
    ['a wrong secret', basic('inside:wrong')],
    ['no colon', basic(`inside${secret}`)],
    ['no id', basic(`:${secret}`)],
    ['nothing in it', 'Basic'],
    ['spaces in it', 'Basic a b'],
    ['what is not base64', 'Basic ###'],
    ['broken base64', 'Basic a'],
    ['URL-safe base64', `Basic ${Buffer.from(`inside:${secret}??>>`).toString('base64url')}`],
    ['the pair in clear', `Basic inside:${secret}`],
    ['another scheme', basic(`inside:${secret}`).replace('Basic', 'Bearer')],
    ['two of them', `${basic(`inside:${secret}`)}, ${basic(`inside:${secret}`)}`],
  ])('is 401 with %s', async (_, authorization) => {
    expect(await idOf({ Authorization: authorization })).toBe(401)
  })
})

describe.each([
  ['Authorization: Bearer', (text: string) => ({ Authorization: `Bearer ${text}` })],
  ['Authorization: bearer', (text: string) => ({ Authorization: `bearer ${text}` })],
  ['X-API-Key', (text: string) => ({ 'X-API-Key': text })],
])('%s', (_, headers) => {
  it('contains an id and a secret, split at the first colon', async () => {
    expect(await idOf(headers(`inside:${secret}`))).toBe('inside')
    const box = await seeded()
    await box.apiKeys.create({ body: { clientId: 'c', name: 'c', clientSecret: ':with:colons:in:it:' } })
    call = mounted(box)
    expect(await idOf(headers('c::with:colons:in:it:'))).toBe('c')
    expect(await idOf(headers('c:with:colons:in:it:'))).toBe(401)
  })

  it.each([
    ['a wrong secret', 'inside:wrong'],
    ['an empty secret', 'inside:'],
    ['no colon', 'inside'],
    ['no id', `:${secret}`],
    ['nothing', ''],
    ['a colon', ':'],
    ['an unknown id', `unknown:${secret}`],
    ['__proto__', `__proto__:${secret}`],
    ['spaces in it', `inside: ${secret}`],
    ['two of them', `inside:${secret}, inside:${secret}`],
    ['the pair in base64', Buffer.from(`inside:${secret}`).toString('base64')],
    ['quotes around it', `"inside:${secret}"`],
  ])('is 401 with %s', async (_, text) => {
    const answer = await me(headers(text))
    // Without an id and a secret, the error lists the ways to send them; otherwise it says that they are wrong.
    const [none, wrong] = [await (await me({})).text(), await (await me(pair('unknown'))).text()]
    expect(answer.status).toBe(401)
    expect([none, wrong]).toContain(await answer.text())
  })

  it('does not help a wrong pair, nor does a session help a wrong one', async () => {
    expect(await idOf({ ...headers(`inside:${secret}`), ...pair('unknown') })).toBe(401)
    const Cookie = `signalbox_session=${await logIn()}`
    expect(await idOf({ ...headers('inside:wrong'), Cookie })).toBe(401)
    expect(await idOf({ ...headers(`inside:${secret}`), Cookie })).toBe('inside')
  })
})

describe('several credentials at once', () => {
  const half = { 'Service-Client-Id': 'inside' }

  it.each<[string, HeadersInit]>([
    ['a pair', pair('inside', 'not the secret at all')],
    ['an unknown pair', pair('unknown')],
    ['half a pair', half],
    ['Basic', { Authorization: basic('inside:wrong') }],
    ['another scheme', { Authorization: 'Bearer inside' }],
  ])('a wrong one is rejected despite an open session: %s', async (_, wrong) => {
    const headers = new Headers(wrong)
    headers.set('Cookie', `signalbox_session=${await logIn()}`)
    expect(await idOf(headers)).toBe(401)
  })

  it('wrong headers are rejected despite valid Basic', async () => {
    expect(await idOf({ ...half, Authorization: basic(`inside:${secret}`) })).toBe(401)
  })

  it('headers have precedence over Basic, Basic over X-API-Key, and that over the session', async () => {
    const Cookie = `signalbox_session=${await logIn()}`
    const Authorization = basic(`inside:${secret}`)
    const key = { 'X-API-Key': `admin:${secret}` }
    expect(await idOf({ ...pair('admin'), Authorization, Cookie })).toBe('admin')
    expect(await idOf({ ...key, Authorization, Cookie })).toBe('inside')
    expect(await idOf({ ...key, Cookie })).toBe('admin')
    expect(await idOf({ ...key, Authorization: basic('inside:wrong') })).toBe(401)
    expect(await idOf({ Authorization, Cookie })).toBe('inside')
    expect(await idOf({ Cookie })).toBe('u')
  })
})

describe('the response to wrong credentials', () => {
  it('is the same for an unknown id and a wrong secret, to the byte', async () => {
    const answer = async (headers: HeadersInit) => {
      const response = await me(headers)
      return [response.status, [...response.headers], await response.text()]
    }
    const unknown = await answer(pair('unknown'))
    expect(unknown).toEqual(await answer(pair('inside', 'not the secret at all')))
    for (const headers of [
      { Authorization: basic('unknown:x') },
      { Authorization: basic('inside:wrong') },
      { Authorization: 'Bearer inside:wrong' },
      { Authorization: 'Bearer sbxg_unknown' },
      { 'X-API-Key': 'inside:wrong' },
      { 'X-API-Key': 'inside:' },
    ])
      expect([headers, await answer(headers)]).toEqual([headers, unknown])
    expect(JSON.parse(unknown[2] as string)).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      code: 'UNAUTHENTICATED',
      detail: 'The API key or its secret is wrong, or the key was deleted',
      errors: [{ message: 'error.credentials', args: [] }],
      fieldErrors: {},
    })
  })

  it('differs from that to none, and names the end of a session', async () => {
    const detailOf = async (headers: Record<string, string>) =>
      ((await (await me(headers)).json()) as { detail: string }).detail
    expect(await detailOf({})).toMatch(/^The call carries no valid credentials: send an API key by HTTP Basic, /)
    expect(await detailOf({ Cookie: 'signalbox_session=x' })).toBe('The session has ended: log in again at /api/login')
    expect(await detailOf({ Cookie: 'other=x' })).toMatch(/^The call carries no valid credentials/)
  })

  it('is the same for an unknown user and a wrong password, to the byte', async () => {
    const answer = async (userId: string) => {
      const response = await call('POST', '/api/login', { json: { userId, password: 'wrong' } })
      return [response.status, [...response.headers], await response.text()]
    }
    expect(await answer('u')).toEqual(await answer('unknown'))
  })

  it('precedes all other checks', async () => {
    const answer = await call('POST', '/api/features', { body: '{', headers: { 'Content-Type': 'text/plain' } })
    expect(answer.status).toBe(401)
  })
})

describe('without credentials', () => {
  it('health and login respond', async () => {
    expect((await call('GET', '/api/_health')).status).toBe(200)
    expect((await call('POST', '/api/login', { json: { userId: 'u', password } })).status).toBe(200)
    expect((await call('GET', '/api/_health', { headers: pair('unknown') })).status).toBe(200)
  })
})
