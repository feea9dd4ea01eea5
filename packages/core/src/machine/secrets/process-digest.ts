import type { Random } from '../../ports.ts'
import { type FastHash, hostHash } from './host-hash.ts'
import { toHex } from './random-text.ts'

/**
 * A digest of texts that this process has verified: SHA-256 of a random key and the text, in hexadecimal. It is as fast as
 * the host can hash, and means nothing to anybody without the key, which never leaves the closure. The key is drawn at the
 * first use, because workers have no random numbers before their first request. `hash` is that of the host by default.
 */
export function processDigest(random: Random, hash?: FastHash): FastHash {
  let digestOf: FastHash | undefined
  return (text) => {
    digestOf ??= withKey(toHex(random(32)), hash ?? hostHash())
    return digestOf(text)
  }
}

const withKey =
  (key: string, hash: FastHash): FastHash =>
  (text) =>
    hash(key + text)
