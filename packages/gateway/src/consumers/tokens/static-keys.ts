import { isObject, type JsonObject, type Report } from '@signalbox/core/gateway'
import {
  type CryptoKey,
  createLocalJWKSet,
  importSPKI,
  importX509,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import type { TokenKeys } from './token-keys.ts'

/** The key of a secret that signer and gateway share. */
export function secretKey(secret: string): TokenKeys {
  const bytes = new TextEncoder().encode(secret)
  return { find: async () => bytes, version: () => 0 }
}

/**
 * The key in a text: a PEM of a public key (SPKI) or of a certificate (X.509), a JWK or a JWK Set. Throws a `RangeError`
 * for any other text. Reports a key that fits none of the algorithms.
 */
export function publicKey(text: string, algorithms: readonly string[], report: Report): TokenKeys {
  const importKey = importerOf(text.trim())
  const imported = new Map(algorithms.map((algorithm) => [algorithm, importKey(algorithm)]))
  void Promise.allSettled(imported.values()).then((all) => {
    const [first] = all
    if (first?.status === 'rejected' && all.every(({ status }) => status === 'rejected'))
      report(new Error(`A public key fits none of ${algorithms.join(', ')}`, { cause: first.reason }))
  })
  return {
    async find(header, token) {
      const found = await imported.get(header.alg)
      if (found === undefined) throw new RangeError(`No key for ${header.alg}`)
      return typeof found === 'function' ? found(header, token) : found
    },
    version: () => 0,
  }
}

type Imported = CryptoKey | JWTVerifyGetKey

function importerOf(text: string): (algorithm: string) => Promise<Imported> {
  if (text.startsWith('-----BEGIN CERTIFICATE-----')) return (algorithm) => importX509(text, algorithm)
  if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return (algorithm) => importSPKI(text, algorithm)
  const keys = readKeys(text)
  if ('keys' in keys) {
    const set = createLocalJWKSet(keys as unknown as JSONWebKeySet)
    return async () => set
  }
  // A single key is meant, whatever id tokens name.
  const set = createLocalJWKSet({ keys: [keys as JWK] })
  return async () => (header, token) => set({ alg: header?.alg as string }, token)
}

function readKeys(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new RangeError('publicKey is neither a PEM of a public key or certificate, nor a JWK', { cause })
  }
  if (!isObject(value)) throw new RangeError('publicKey is no JWK')
  return value
}
