import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startIssuer } from './provider.fixture.ts'
import { createProvider } from './provider.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: foreign } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const secret = 'the-secret-of-the-client'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object): string => `${encode(header)}.${encode(claims)}`

function rs256(claims: object, { key = privateKey, header = {} as object } = {}): string {
  const text = unsigned({ alg: 'RS256', kid: 'one', ...header }, claims)
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

function hs256(claims: object, key: string): string {
  const text = unsigned({ alg: 'HS256', kid: 'one' }, claims)
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const publicOf = (key: KeyObject) => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  kid: 'one',
  use: 'sig',
  alg: 'RS256',
})
const pemOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'pem', type: 'spki' }) as string

interface Forged {
  /** Makes the ID token from claims that would be right. */
  readonly token?: (claims: Record<string, unknown>) => string
  /** Of the metadata. */
  readonly metadata?: object
  /** Of the redirect. */
  readonly query?: object
  /** Answers by path. */
  readonly overrides?: Readonly<Record<string, (response: ServerResponse) => void>>
  /** An address of the metadata, at another host. */
  readonly at?: { readonly host: string; readonly name: string }
}

const MIB = 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024, ' ')

/** A provider that tells whatever a test wants, and one sign-in with it: the subject, or the problem. */
async function signIn({ token = rs256, metadata = {}, query = {}, overrides = {}, at }: Forged = {}): Promise<string> {
  const { http, issuer } = await startIssuer()
  let nonce = ''
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...metadata,
      ...('userinfo_endpoint' in metadata && { userinfo_endpoint: `${issuer}/userinfo` }),
      ...(at && { [at.name]: `http://${at.host}:${new URL(issuer).port}${places[at.name]}` }),
    }),
    '/keys': () => ({ keys: [publicOf(privateKey)] }),
    '/token': () => {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: issuer, sub: '17', aud: 'signalbox', iat: now, exp: now + 300, nonce, u: 'ada', groups: [] }
      return { access_token: 'of-the-test', token_type: 'Bearer', id_token: token(claims) }
    },
  }
  http.removeAllListeners('request')
  http.on('request', ({ url = '' }, response) => {
    const override = overrides[url]
    if (override) return void override(response.setHeader('Content-Type', 'application/json'))
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers[url]?.() ?? {}))
  })
  const provider = createProvider(
    {
      ...{ oidcIssuer: issuer, oidcClientId: 'signalbox', oidcClientSecret: secret, oidcScopes: ['openid'] },
      ...{ oidcAlgorithm: 'RS256', oidcUserClaim: 'u', oidcGroupsClaim: 'groups' },
    },
    'http://127.0.0.1:9000/api/login/oidc/callback',
  )
  const problemOf = (error: unknown) => (error as { problem?: string }).problem ?? String(error)
  try {
    const { flow } = await provider.begin()
    nonce = flow.nonce
    const given = { code: 'x', state: flow.state, iss: issuer, ...query }
    const callback = new URL(`http://127.0.0.1:9000/api/login/oidc/callback?${new URLSearchParams(given)}`)
    return (await provider.finish(callback, flow)).sub
  } catch (error) {
    expect(String(error)).not.toContain(secret)
    expect(String(error)).not.toContain('of-the-test')
    return problemOf(error)
  }
}

const places: Readonly<Record<string, string>> = {
  ...{ token_endpoint: '/token', jwks_uri: '/keys', userinfo_endpoint: '/userinfo' },
}

const soon = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

it('a token that fits is accepted', async () => {
  expect(await signIn()).toBe('17')
})

it.each<[what: string, forged: Forged]>([
  ['another nonce', { token: (claims) => rs256({ ...claims, nonce: 'other' }) }],
  ['no nonce', { token: ({ nonce: _none, ...claims }) => rs256(claims) }],
  ['another issuer', { token: (claims) => rs256({ ...claims, iss: 'https://evil.example' }) }],
  ['another audience', { token: (claims) => rs256({ ...claims, aud: 'other' }) }],
  ['another authorized party', { token: (claims) => rs256({ ...claims, aud: ['signalbox', 'b'], azp: 'b' }) }],
  ['another authorized party for one audience', { token: (claims) => rs256({ ...claims, azp: 'other' }) }],
  [
    'another authorized party for a list of one',
    { token: (claims) => rs256({ ...claims, aud: ['signalbox'], azp: 'b' }) },
  ],
  ['an authorized party in capitals', { token: (claims) => rs256({ ...claims, azp: 'Signalbox' }) }],
  ['an empty authorized party', { token: (claims) => rs256({ ...claims, azp: '' }) }],
  ['a list of authorized parties', { token: (claims) => rs256({ ...claims, azp: ['signalbox'] }) }],
  ['no authorized party but null', { token: (claims) => rs256({ ...claims, azp: null }) }],
  ['no subject', { token: ({ sub: _none, ...claims }) => rs256(claims) }],
  ['an end long ago', { token: (claims) => rs256({ ...claims, iat: soon(-900), exp: soon(-300) }) }],
  ['no end', { token: ({ exp: _none, ...claims }) => rs256(claims) }],
  ['a begin in the future', { token: (claims) => rs256({ ...claims, nbf: soon(300) }) }],
  ['no signature (alg none)', { token: (claims) => `${unsigned({ alg: 'none' }, claims)}.` }],
  ['alg none and a signature', { token: (claims) => rs256(claims, { header: { alg: 'none' } }) }],
  ['a signature by the client secret', { token: (claims) => hs256(claims, secret) }],
  ['a signature by the public key as a secret', { token: (claims) => hs256(claims, pemOf(privateKey)) }],
  ['a signature by another key', { token: (claims) => rs256(claims, { key: foreign }) }],
  [
    'a key of its own in the header',
    { token: (claims) => rs256(claims, { key: foreign, header: { jwk: publicOf(foreign) } }) },
  ],
  ['an unknown key', { token: (claims) => rs256(claims, { header: { kid: 'two' } }) }],
  ['no ID token', { token: () => undefined as never }],
  ['an ID token that is none', { token: () => 'x.y.z' }],
  ['a redirect of another issuer', { query: { iss: 'https://evil.example' } }],
  ['another state', { query: { state: 'other' } }],
])('a response with %s is rejected', async (_, forged) => {
  expect(await signIn(forged)).toBe('rejected')
})

it('this client is accepted as the authorized party', async () => {
  expect(await signIn({ token: (claims) => rs256({ ...claims, azp: 'signalbox' }) })).toBe('17')
  expect(await signIn({ token: (claims) => rs256({ ...claims, aud: ['signalbox', 'b'], azp: 'signalbox' }) })).toBe(
    '17',
  )
})

describe('of what a provider sends', () => {
  const limits = ['/.well-known/openid-configuration', '/keys', '/token', '/userinfo']
  const short = (claims: Record<string, unknown>) => rs256({ ...claims, u: undefined })
  const withUserInfo = { metadata: { userinfo_endpoint: 'userinfo' }, token: short }

  it.each(limits)('no more than 1 MiB of %s is read', async (path) => {
    let sent = 0
    const overrides = {
      [path]: (response: ServerResponse) => {
        response.setHeader('Content-Type', 'application/json')
        const more = (): void => {
          while (!response.destroyed && sent < 256 * MIB) {
            sent += CHUNK.length
            if (!response.write(CHUNK)) return void response.once('drain', more)
          }
          response.end()
        }
        more()
      },
    }
    expect(await signIn({ ...withUserInfo, overrides })).toBe(path.startsWith('/.well') ? 'unavailable' : 'rejected')
    expect(sent).toBeLessThan(32 * MIB)
  })

  it.each(limits)('a redirect of %s is not followed', async (path) => {
    let followed = 0
    for (const status of [301, 302, 303, 307, 308]) {
      const overrides = {
        [path]: (response: ServerResponse) => response.writeHead(status, { Location: '/elsewhere' }).end(),
        '/elsewhere': (response: ServerResponse) => {
          followed++
          response.end('{}')
        },
      }
      expect(await signIn({ ...withUserInfo, overrides })).toBe(path.startsWith('/.well') ? 'unavailable' : 'rejected')
    }
    expect(followed).toBe(0)
  })

  it.each(['0.0.0.0', '[::]', '[::ffff:0.0.0.0]', '0x0', '169.254.169.254', '[64:ff9b::a9fe:a9fe]'])(
    'addresses at %s are not called',
    async (host) => {
      for (const name of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
        const overrides = { '/userinfo': (response: ServerResponse) => response.end('{"sub":"17","u":"ada"}') }
        expect(await signIn({ ...withUserInfo, overrides, at: { host, name } })).toBe('rejected')
      }
    },
  )

  it('the limits hold with proxies of the environment', async () => {
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const large = { '/keys': (response: ServerResponse) => response.end(Buffer.alloc(2 * MIB, ' ')) }
    expect(await signIn({ overrides: large })).toBe('rejected')
    const elsewhere = { '/token': (response: ServerResponse) => response.writeHead(307, { Location: '/token?' }).end() }
    expect(await signIn({ overrides: elsewhere })).toBe('rejected')
    expect(await signIn()).toBe('17')
  })

  it('claims of userinfo are used', async () => {
    const overrides = { '/userinfo': (response: ServerResponse) => response.end('{"sub":"17","u":"ada"}') }
    expect(await signIn({ ...withUserInfo, overrides })).toBe('17')
  })
})

it('a clock that is a little late or early is accepted', async () => {
  expect(await signIn({ token: (claims) => rs256({ ...claims, exp: soon(-20) }) })).toBe('17')
  expect(await signIn({ token: (claims) => rs256({ ...claims, iat: soon(20), nbf: soon(20) }) })).toBe('17')
})

it('metadata of another issuer is not used', async () => {
  expect(await signIn({ metadata: { issuer: 'https://evil.example' } })).toBe('unavailable')
})
