import { createHmac, createSign, generateKeyPairSync, sign as signWith } from 'node:crypto'

/** Key pairs of tests, as PEM. */
export const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const ed = generateKeyPairSync('ed25519')
/** A pair that nobody trusts. */
export const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** The public part of a pair, as the text of `publicKey`. */
export const spki = ({ publicKey }: { publicKey: typeof rsa.publicKey }): string =>
  publicKey.export({ type: 'spki', format: 'pem' }) as string

/** The public part of a pair as JWK. */
export const jwkOf = ({ publicKey }: { publicKey: typeof rsa.publicKey }, more: object = {}): object => ({
  ...publicKey.export({ format: 'jwk' }),
  ...more,
})

/** Signs the first two parts of a token. */
export type Signer = (input: string) => Buffer
export const hs256 =
  (secret: string): Signer =>
  (input) =>
    createHmac('sha256', secret).update(input).digest()
export const rs256 =
  (pair = rsa): Signer =>
  (input) =>
    createSign('sha256').update(input).sign(pair.privateKey)
export const es256: Signer = (input) =>
  signWith('sha256', Buffer.from(input), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
export const eddsa: Signer = (input) => signWith(null, Buffer.from(input), ed.privateKey)

const part = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A token of any header and claims; a text is taken as it is. */
export function tokenOf(header: object | string, claims: object | string, sign: Signer): string {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${sign(input).toString('base64url')}`
}

/** The time of tests, in epoch milliseconds, and good claims at that time. */
export const NOW = Date.UTC(2026, 0, 1)
export const good = { sub: 'ann', iss: 'https://id.example', aud: 'shop', iat: NOW / 1000, exp: NOW / 1000 + 60 }
