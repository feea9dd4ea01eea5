import type { KeyObject } from 'node:crypto'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A certificate with its key, as PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
  readonly name: string
  readonly privateKey: KeyObject
}

/**
 * Makes a certificate for a host, valid for a day (X.509 version 3, ECDSA on P-256). It signs itself, unless an issuer
 * does.
 */
export function certificateFor(host: string, issuer?: TestCertificate): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const hostName = extension('2.5.29.17', sequence(encode(0x82, Buffer.from(host))))
  const isAuthority = extension('2.5.29.19', sequence(issuer ? Buffer.alloc(0) : encode(0x01, Buffer.from([0xff]))))
  const content = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer?.name ?? host),
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, sequence(hostName, isAuthority)),
  )
  const signature = sign('sha256', content, issuer?.privateKey ?? privateKey)
  const whole = sequence(content, algorithm, encode(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    name: host,
    privateKey,
  }
}

const DAY = 24 * 60 * 60 * 1000

/** A value in DER: its tag, its length, its content. */
function encode(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => encode(0x30, Buffer.concat(parts))

/** An object identifier, such as 2.5.4.3. */
function identifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const digits = (value: number): number[] =>
    value < 128 ? [value] : [...digits(value >> 7).map((digit) => digit | 128), value & 127]
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(digits)]))
}

const algorithm = sequence(identifier('1.2.840.10045.4.3.2'))
const time = (at: number): Buffer =>
  encode(0x18, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`))
const nameOf = (name: string): Buffer =>
  sequence(encode(0x31, sequence(identifier('2.5.4.3'), encode(0x0c, Buffer.from(name)))))
const extension = (id: string, value: Uint8Array): Buffer => sequence(identifier(id), encode(0x04, value))
