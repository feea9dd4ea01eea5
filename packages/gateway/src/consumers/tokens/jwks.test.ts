import { describe, expect, it } from 'vitest'
import type { SideResponse } from '../../plugin-api/side-call.ts'
import { createJwks } from './jwks.ts'
import { good, jwkOf, NOW, rs256, rsa, stranger, tokenOf } from './tokens.fixture.ts'
import { createTokenVerifier } from './verify-token.ts'

const MINUTE = 60_000
const body = (value: unknown): SideResponse => ({
  status: 200,
  headers: [],
  body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
})

/** A server of a key set with `rsa` under `k1`, and a verifier of its tokens. */
function setUp() {
  let now = NOW
  let fetches = 0
  const reported: unknown[] = []
  const state: { respond: () => SideResponse | Promise<SideResponse> } = {
    respond: () => body({ keys: [jwkOf(rsa, { kid: 'k1' })] }),
  }
  const keys = createJwks({
    url: 'https://id.example/keys',
    clock: () => now,
    report: (error) => reported.push(error),
    async fetch() {
      fetches++
      return state.respond()
    },
  })
  const verify = createTokenVerifier<{ id: string }>({
    keys,
    algorithms: ['RS256', 'ES256'],
    clockSkew: 0,
    read: ({ sub = '' }) => ({ id: sub }),
  })
  const claims = { ...good, exp: NOW / 1000 + 10 * 86_400 }
  const tokenWith = (kid: string | undefined, pair = rsa) =>
    tokenOf({ alg: 'RS256', ...(kid !== undefined && { kid }) }, claims, rs256(pair))
  const ask = async (token = tokenWith('k1')): Promise<string> => {
    const found = await verify(token, now)
    return 'refuse' in found ? found.refuse : found.id
  }
  return {
    ask,
    tokenWith,
    reported,
    state,
    advance: (ms: number) => (now += ms),
    get fetches() {
      return fetches
    },
  }
}

const invalid = 'errors.credentials.invalid'
const unavailable = 'errors.introspection.unavailable'
const down = () => Promise.reject(new Error('down'))

describe('a key set', () => {
  it('is fetched once for all who ask meanwhile, and kept for ten minutes', async () => {
    const server = setUp()
    expect(await Promise.all([server.ask(), server.ask(server.tokenWith(undefined))])).toEqual(['ann', 'ann'])
    server.advance(8 * MINUTE - 1)
    await server.ask()
    expect(server.fetches).toBe(1)
    server.advance(2 * MINUTE + 1)
    expect([await server.ask(), server.fetches]).toEqual(['ann', 2])
  })

  it('in use is fetched beside the requests after eight minutes', async () => {
    const server = setUp()
    await server.ask()
    server.advance(8 * MINUTE)
    expect(await server.ask()).toBe('ann')
    await expect.poll(() => server.fetches).toBe(2)
  })

  it('from which a key is gone ends the tokens of that key', async () => {
    const server = setUp()
    expect(await server.ask()).toBe('ann')
    server.state.respond = () => body({ keys: [jwkOf(stranger, { kid: 'k2' })] })
    server.advance(10 * MINUTE)
    expect(await server.ask()).toBe(invalid)
  })

  it('is fetched again for an unknown key id, once in thirty seconds', async () => {
    const server = setUp()
    await server.ask()
    const token = server.tokenWith('k2', stranger)
    expect([await server.ask(token), server.fetches]).toEqual([invalid, 2])
    for (let i = 0; i < 5; i++) await server.ask(server.tokenWith(`x${i}`))
    expect(server.fetches).toBe(2)
    server.state.respond = () => body({ keys: [jwkOf(rsa, { kid: 'k1' }), jwkOf(stranger, { kid: 'k2' })] })
    server.advance(30_000)
    expect([await server.ask(token), server.fetches]).toEqual(['ann', 3])
  })

  it('counts for a day while its server fails', async () => {
    const server = setUp()
    await server.ask()
    server.state.respond = down
    server.advance(11 * MINUTE)
    expect(await server.ask()).toBe('ann')
    server.advance(23 * 60 * MINUTE)
    expect(await server.ask()).toBe('ann')
    server.advance(49 * MINUTE)
    expect(await server.ask()).toBe(unavailable)
    expect(server.reported.map(String)).toEqual(['Error: The keys of https://id.example/keys cannot be loaded'])
    server.state.respond = () => body({ keys: [jwkOf(rsa, { kid: 'k1' })] })
    server.advance(5000)
    expect(await server.ask()).toBe('ann')
  })

  it('of a failing server is asked for every five seconds only', async () => {
    const server = setUp()
    server.state.respond = down
    for (let i = 0; i < 5; i++) expect(await server.ask(server.tokenWith(`k${i}`))).toBe(unavailable)
    expect(server.fetches).toBe(1)
    server.advance(5000)
    await server.ask()
    expect(server.fetches).toBe(2)
  })

  it.each<[string, SideResponse]>([
    ['another status', { ...body({ keys: [] }), status: 500 }],
    ['a redirect', { ...body({ keys: [] }), status: 302 }],
    ['a body that is too large', { status: 200, headers: [], body: undefined }],
    ['no JSON', body('<html>')],
    ['null', body('null')],
    ['no keys', body({})],
    ['keys that are none', body({ keys: ['k'] })],
    ['nothing', body('')],
  ])('cannot be %s: nobody is admitted, and nothing fails', async (_, response) => {
    const server = setUp()
    server.state.respond = () => response
    expect(await server.ask()).toBe(unavailable)
    expect(server.reported).toHaveLength(1)
  })

  it('may hold keys that cannot be used', async () => {
    const server = setUp()
    const odd = [{ kty: 'oct', k: 'c2VjcmV0', kid: 'k1' }, { kty: 'RSA', kid: 'k3' }, { kty: 'new' }, {}]
    server.state.respond = () => body({ keys: [...odd, jwkOf(rsa, { kid: 'k1', use: 'sig' })] })
    expect(await server.ask()).toBe('ann')
    expect(await server.ask(server.tokenWith('k3'))).toBe(invalid)
    server.state.respond = () => body({ keys: [jwkOf(rsa, { kid: 'k1', use: 'enc' })] })
    server.advance(10 * MINUTE)
    expect(await server.ask()).toBe(invalid)
  })

  it.each(['../../etc/passwd', '__proto__', 'constructor', "' OR 1=1", 'https://evil.example', 'k1\u0000'])(
    'has no key under %s',
    async (kid) => {
      const server = setUp()
      expect(await server.ask(server.tokenWith(kid))).toBe(invalid)
    },
  )
})
