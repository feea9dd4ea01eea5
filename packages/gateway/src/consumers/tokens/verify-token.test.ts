import { describe, expect, it } from 'vitest'
import { algorithmsFor } from './algorithms.ts'
import { publicKey, secretKey } from './static-keys.ts'
import { invalidToken } from './token-refusals.ts'
import { ec, ed, eddsa, es256, good, hs256, jwkOf, NOW, rs256, rsa, spki, stranger, tokenOf } from './tokens.fixture.ts'
import { createTokenVerifier } from './verify-token.ts'

const secret = 'a secret of more than thirty-two bytes'

interface Setting {
  readonly key?: string
  readonly algorithms?: readonly string[]
  readonly typ?: string
  readonly clockSkew?: number
}

/** A verifier of tokens for `shop`; without a key it has the secret. */
function verifier({ key, algorithms, typ, clockSkew = 5 }: Setting = {}) {
  const accepted = algorithmsFor(key === undefined ? 'secret' : 'publicKey', algorithms)
  const reads: string[] = []
  const verify = createTokenVerifier<{ id: string }>({
    keys: key === undefined ? secretKey(secret) : publicKey(key, accepted, () => {}),
    algorithms: accepted,
    issuer: good.iss,
    audience: good.aud,
    typ,
    clockSkew,
    read({ sub }) {
      reads.push(String(sub))
      return typeof sub === 'string' ? { id: sub } : invalidToken
    },
  })
  /** Verifies a token: the consumer, or the cause of the refusal. */
  const ask = async (token: string, now = NOW): Promise<string> => {
    const found = await verify(token, now)
    return 'refuse' in found ? found.refuse : found.id
  }
  return { verify, ask, reads }
}

const HS = { alg: 'HS256', typ: 'JWT' }
const signed = (claims: object = {}, header: object | string = HS): string =>
  tokenOf(header, { ...good, ...claims }, hs256(secret))
const invalid = 'errors.credentials.invalid'
const expired = 'errors.credentials.expired'

describe('a token', () => {
  it('of a shared secret identifies its subject', async () => {
    expect(await verifier().ask(signed())).toBe('ann')
  })

  it.each([
    ['RS256', rsa, rs256()],
    ['ES256', ec, es256],
    ['EdDSA', ed, eddsa],
  ] as const)('of %s is verified by a PEM and by a JWK', async (alg, pair, sign) => {
    const token = tokenOf({ alg, kid: 'any' }, good, sign)
    expect(await verifier({ key: spki(pair) }).ask(token)).toBe('ann')
    expect(await verifier({ key: JSON.stringify(jwkOf(pair)) }).ask(token)).toBe('ann')
    expect(await verifier({ key: JSON.stringify(jwkOf(pair, { kid: 'other' })) }).ask(token)).toBe('ann')
  })

  it('may have several audiences', async () => {
    expect(await verifier().ask(signed({ aud: ['crm', 'shop'] }))).toBe('ann')
    expect(await verifier().ask(signed({ aud: ['crm'] }))).toBe(invalid)
  })

  it('counts until its expiry and the skew of clocks, also when it is remembered', async () => {
    const { ask } = verifier()
    const token = signed()
    expect(await ask(token)).toBe('ann')
    expect(await ask(token, NOW + 64_999)).toBe('ann')
    expect(await ask(token, NOW + 65_000)).toBe(expired)
    expect(await verifier().ask(token, NOW + 64_999)).toBe('ann')
    expect(await verifier().ask(token, NOW + 65_000)).toBe(expired)
  })

  it('has the type that is asked for', async () => {
    const { ask } = verifier({ typ: 'at+jwt' })
    expect(await ask(signed({}, { alg: 'HS256', typ: 'at+jwt' }))).toBe('ann')
    expect(await ask(signed({}, { alg: 'HS256', typ: 'application/AT+JWT' }))).toBe('ann')
    expect(await ask(signed())).toBe(invalid)
    expect(await ask(signed({}, { alg: 'HS256' }))).toBe(invalid)
  })
})

describe('a hostile token', () => {
  const nothing = () => Buffer.alloc(0)
  const asRsa = { alg: 'RS256' }

  it.each<[what: string, token: string]>([
    ...['none', 'None', 'NONE', 'nOnE', ' none', ''].flatMap((alg): [string, string][] => [
      [`of the algorithm ${JSON.stringify(alg)} without a signature`, tokenOf({ alg }, good, nothing)],
      [`of the algorithm ${JSON.stringify(alg)} with a signature`, tokenOf({ alg }, good, rs256())],
    ]),
    ['signed by HMAC with the PEM of the public key', tokenOf({ alg: 'HS256' }, good, hs256(spki(rsa)))],
    ['signed by HMAC with the JWK of the public key', tokenOf(HS, good, hs256(JSON.stringify(jwkOf(rsa))))],
    ['of RSA that says ES256', tokenOf({ alg: 'ES256' }, good, rs256())],
    ['of an elliptic curve that says RS256', tokenOf(asRsa, good, es256)],
    ['of another algorithm of the same key', tokenOf({ alg: 'RS512' }, good, rs256())],
    ['signed by a stranger', tokenOf(asRsa, good, rs256(stranger))],
    ['with its own key', tokenOf({ ...asRsa, jwk: jwkOf(stranger) }, good, rs256(stranger))],
    ['with its own key, and signed by the right one', tokenOf({ ...asRsa, jwk: jwkOf(rsa) }, good, rs256())],
    ['with the address of its key set', tokenOf({ ...asRsa, jku: 'https://evil.example/keys' }, good, rs256())],
    ['with the address of its certificate', tokenOf({ ...asRsa, x5u: 'https://evil.example/x' }, good, rs256())],
    ['with its own certificate', tokenOf({ ...asRsa, x5c: ['MIIB'] }, good, rs256())],
    ['with an extension', tokenOf({ ...asRsa, crit: ['exp'], exp: 1 }, good, rs256())],
    ['with an empty list of extensions', tokenOf({ ...asRsa, crit: [] }, good, rs256())],
    ['with an unencoded payload', tokenOf({ ...asRsa, b64: false, crit: ['b64'] }, good, rs256())],
    ['that only says that its payload is unencoded', tokenOf({ ...asRsa, b64: false }, good, rs256())],
    ['whose key id is a path', tokenOf({ alg: 'HS256', kid: '../../dev/null' }, good, hs256(''))],
    ['whose key id is an object', tokenOf({ ...asRsa, kid: { $ne: 1 } }, good, rs256())],
    ['whose algorithm is a list', tokenOf({ alg: ['RS256'] }, good, rs256())],
    ['of another issuer', tokenOf(asRsa, { ...good, iss: 'https://id.example.evil' }, rs256())],
    ['whose issuer is a list', tokenOf(asRsa, { ...good, iss: [good.iss] }, rs256())],
    ['without an issuer', tokenOf(asRsa, { ...good, iss: undefined }, rs256())],
    ['for another audience', tokenOf(asRsa, { ...good, aud: 'shop2' }, rs256())],
    ['whose audience is an object', tokenOf(asRsa, { ...good, aud: { shop: 1 } }, rs256())],
    ['without an audience', tokenOf(asRsa, { ...good, aud: undefined }, rs256())],
    ['that does not count yet', tokenOf(asRsa, { ...good, nbf: NOW / 1000 + 6 }, rs256())],
    ['of the future', tokenOf(asRsa, { ...good, iat: NOW / 1000 + 6 }, rs256())],
    ['that never expires', tokenOf(asRsa, { ...good, exp: undefined }, rs256())],
    ['whose expiry is a text', tokenOf(asRsa, { ...good, exp: '9999999999' }, rs256())],
    ['whose expiry is no number', tokenOf(asRsa, { ...good, exp: null }, rs256())],
    ['whose subject is a number', tokenOf(asRsa, { ...good, sub: 7 }, rs256())],
    ['whose subject is an object', tokenOf(asRsa, { ...good, sub: { toString: 'ann' } }, rs256())],
    [
      'whose claims come from a prototype',
      tokenOf(asRsa, `{"__proto__":${JSON.stringify(good)},"sub":"ann"}`, rs256()),
    ],
    ['with two subjects', tokenOf(asRsa, `{"sub":"root",${JSON.stringify(good).slice(1)}`, rs256())],
    ['with two algorithms', tokenOf('{"alg":"none","alg":"RS256"}', good, rs256())],
    ['with two algorithms, one escaped', tokenOf('{"\\u0061lg":"none","alg":"RS256"}', good, rs256())],
    ['whose claims are a list', tokenOf(asRsa, '[]', rs256())],
    ['whose claims are no JSON', tokenOf(asRsa, 'sub=ann', rs256())],
    ['whose claims begin with a byte order mark', tokenOf(asRsa, `\ufeff${JSON.stringify(good)}`, rs256())],
    ['of more than 8 KiB', tokenOf(asRsa, { ...good, more: 'x'.repeat(8192) }, rs256())],
    ['with five parts', `${tokenOf(asRsa, good, rs256())}.a.b`],
    ['with two parts', tokenOf(asRsa, good, rs256()).split('.').slice(0, 2).join('.')],
    ['without a signature', `${tokenOf(asRsa, good, rs256()).split('.').slice(0, 2).join('.')}.`],
    ['with padding', `${tokenOf(asRsa, good, rs256())}==`],
    ['in the other alphabet', tokenOf({ ...asRsa, x: '???>>>' }, good, rs256()).replace(/[-_]/, '/')],
    ['with white space', tokenOf(asRsa, good, rs256()).replace('.', '. ')],
    ['that is empty', ''],
    ['of dots', '..'],
  ])('%s is refused', async (_, token) => {
    expect(await verifier({ key: spki(rsa) }).ask(token)).toBe(invalid)
  })

  it('that has expired is refused as expired, unless its signature is wrong', async () => {
    const claims = { ...good, exp: NOW / 1000 - 6 }
    expect(await verifier({ key: spki(rsa) }).ask(tokenOf(asRsa, claims, rs256()))).toBe(expired)
    expect(await verifier({ key: spki(rsa) }).ask(tokenOf(asRsa, claims, rs256(stranger)))).toBe(invalid)
  })

  it('is not accepted in another spelling of the same bytes', async () => {
    const token = tokenOf({ alg: 'ES256' }, good, es256)
    const { ask } = verifier({ key: spki(ec) })
    expect(await ask(token)).toBe('ann')
    const last = token.at(-1) as string
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const sibling = alphabet[alphabet.indexOf(last) + 1] as string
    expect(Buffer.from(token.slice(0, -1) + sibling, 'base64url')).toEqual(Buffer.from(token, 'base64url'))
    expect(await ask(token.slice(0, -1) + sibling)).toBe(invalid)
  })

  it('with the signature of an elliptic curve in DER is refused', async () => {
    const der = (input: string) => rs256({ privateKey: ec.privateKey } as never)(input)
    expect(await verifier({ key: spki(ec) }).ask(tokenOf({ alg: 'ES256' }, good, der))).toBe(invalid)
  })

  it('cannot make a public key verify HMAC, whatever is configured', async () => {
    const key = spki(rsa)
    const token = tokenOf({ alg: 'HS256' }, good, hs256(key))
    expect(await verifier({ key, algorithms: ['HS256', 'RS256'] }).ask(token)).toBe(invalid)
  })
})

describe('a key that is no public key', () => {
  it.each([
    ['a private JWK', JSON.stringify(rsa.privateKey.export({ format: 'jwk' }))],
    ['a secret as JWK', JSON.stringify({ kty: 'oct', k: 'c2VjcmV0' })],
  ])('verifies nothing: %s', async (_, key) => {
    const { ask } = verifier({ key })
    expect(await ask(tokenOf({ alg: 'RS256' }, good, rs256()))).toBe(invalid)
    expect(await ask(tokenOf({ alg: 'HS256' }, good, hs256('secret')))).toBe(invalid)
  })

  it.each(['', 'ssh-rsa AAAA', '[]', '-----BEGIN RSA PUBLIC KEY-----', '"{}"'])('cannot be compiled: %s', (text) => {
    expect(() => publicKey(text, ['RS256'], () => {})).toThrow()
  })

  it('is reported if it fits no algorithm', async () => {
    const reported: unknown[] = []
    publicKey(spki(rsa), ['ES256', 'EdDSA'], (error) => reported.push(error))
    publicKey(spki(rsa), ['ES256', 'RS256'], (error) => reported.push(error))
    await expect.poll(() => reported.map(String)).toEqual(['Error: A public key fits none of ES256, EdDSA'])
  })
})

describe('a token that was seen before', () => {
  it('is accepted without a promise', async () => {
    const { verify, reads } = verifier()
    const token = signed()
    expect(verify(token, NOW)).toBeInstanceOf(Promise)
    await verify(token, NOW)
    expect([verify(token, NOW), reads]).toEqual([{ id: 'ann' }, ['ann']])
  })

  it('is verified once for all who ask meanwhile', async () => {
    const { ask, reads } = verifier()
    const token = signed()
    expect(await Promise.all([ask(token), ask(token), ask(token)])).toEqual(['ann', 'ann', 'ann'])
    expect(reads).toEqual(['ann'])
  })

  it('and was invalid is refused without a promise for five seconds', async () => {
    const { verify } = verifier()
    const token = tokenOf(HS, good, hs256('another secret'))
    await verify(token, NOW)
    expect(verify(token, NOW + 4999)).toMatchObject({ refuse: invalid })
    expect(verify(token, NOW + 5000)).toBeInstanceOf(Promise)
  })

  it('and did not count yet is accepted five seconds later', async () => {
    const { ask } = verifier()
    const token = signed({ nbf: NOW / 1000 + 6 })
    expect(await ask(token)).toBe(invalid)
    expect(await ask(token, NOW + 6000)).toBe('ann')
  })

  it('is one of ten thousand', async () => {
    const { verify, reads } = verifier()
    const tokens = Array.from({ length: 10_001 }, (_, i) => signed({ sub: `c-${i}` }))
    for (const token of tokens) await verify(token, NOW)
    expect(reads).toHaveLength(10_001)
    expect(verify(tokens.at(-1) as string, NOW)).toEqual({ id: 'c-10000' })
    expect(verify(tokens[0] as string, NOW)).toBeInstanceOf(Promise)
  })
})
