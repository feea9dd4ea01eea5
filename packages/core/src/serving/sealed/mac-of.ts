import type { SealingKey } from '../../machine/secrets/sealing-key.ts'
import { isEqual } from '../../machine/secrets/secret.ts'
import { fromBase64Url, toBase64Url } from './base64url.ts'

/** An HMAC over lines that come one after the other. */
export interface LineMac {
  /** Adds a line, without its line break. */
  add(line: string): void
  /** The HMAC-SHA-256 of all lines, in Base64url. Call it once, instead of `verify`. */
  end(): string
  /** Whether a text is the HMAC of all lines, in constant time. Call it once, instead of `end`. */
  verify(mac: string): boolean
}

const encoder = new TextEncoder()

/**
 * Creates an HMAC over the lines of a snapshot, under a key derived from the gateway key: nobody who can only write the file can
 * change what a data plane serves.
 *
 * @example
 * const mac = macOf(await sealingKeyOf(gatewayKey))
 * for (const line of lines) mac.add(line)
 * const isGenuine = mac.verify(JSON.parse(last).hmac)
 */
export function macOf(key: SealingKey): LineMac {
  const mac = key.mac()
  return {
    add: (line) => void mac.update(encoder.encode(`${line}\n`)),
    end: () => toBase64Url(mac.digest()),
    verify: (given) => isEqual<Uint8Array>(mac.digest(), fromBase64Url(given) ?? new Uint8Array()),
  }
}
