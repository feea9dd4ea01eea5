import type { SigningKey } from '@signalbox/core/gateway'
import { type CryptoKey, importJWK, type JWK } from 'jose'

/** The keys of tokens that the gateway itself issues. */
export interface SigningKeys {
  /** All keys, by id. */
  readonly all: ReadonlyMap<string, SigningKey>
  /** Changes when a key comes or goes. */
  readonly version: number
  /** The key that signs at a time; `undefined` as long as there is none. */
  signing(now: number): SigningKey | undefined
  /** The public part of a key. */
  publicKey(key: SigningKey): Promise<CryptoKey>
  /** The private part of a key. */
  privateKey(key: SigningKey): Promise<CryptoKey>
}

/** Keeps the keys of a data plane by the key of their unit; no value removes one. */
export function createSigningKeys(): SigningKeys & { set(unit: string, value: SigningKey | undefined): void } {
  const byUnit = new Map<string, SigningKey>()
  const imported = new WeakMap<object, Promise<CryptoKey>>()
  let all: ReadonlyMap<string, SigningKey> = new Map()
  let version = 0

  function importOnce(jwk: object): Promise<CryptoKey> {
    let key = imported.get(jwk)
    if (!key) {
      key = importJWK(jwk as JWK, 'ES256') as Promise<CryptoKey>
      imported.set(jwk, key)
    }
    return key
  }

  return {
    get all() {
      return all
    },
    get version() {
      return version
    },
    signing(now) {
      const ordered = [...all.values()].sort((a, b) => a.since - b.since)
      // Clocks differ: the first key signs even if its time has not come yet.
      return ordered.findLast(({ since }) => since <= now) ?? ordered[0]
    },
    publicKey: ({ publicJwk }) => importOnce(publicJwk),
    privateKey: ({ privateJwk }) => importOnce(privateJwk),
    set(unit, value) {
      const before = byUnit.get(unit)
      // Units come again with each API that needs keys.
      if (JSON.stringify(before) === JSON.stringify(value)) return
      if (value) byUnit.set(unit, value)
      else byUnit.delete(unit)
      all = new Map([...byUnit.values()].map((key) => [key.id, key]))
      if (before?.id !== value?.id) version++
    },
  }
}
