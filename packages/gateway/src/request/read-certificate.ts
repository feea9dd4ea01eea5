import { boundedKeys } from '../limits/bounded-keys.ts'
import type { ClientCertificate } from '../plugin-api/connection.ts'
import { toRfc4514 } from './distinguished-name.ts'

/** What matters here of a parsed certificate. Names are as in OpenSSL; an empty name is absent. */
export interface ParsedCertificate {
  readonly subject?: string
  readonly issuer?: string
  readonly serialNumber: string
  readonly validFrom: string
  readonly validTo: string
}

/** What plugins see of a certificate. */
export const toClientCertificate = (parsed: ParsedCertificate): ClientCertificate => ({
  subject: toRfc4514(parsed.subject),
  issuer: toRfc4514(parsed.issuer),
  serialNumber: parsed.serialNumber,
  validFrom: Date.parse(parsed.validFrom),
  validTo: Date.parse(parsed.validTo),
})

const MOST_CERTIFICATES = 1000
/** The certificate as a byte sequence (RFC 9440, section 2.1): Base64 between colons. */
const FORM = /^:([A-Za-z0-9+/]+={0,2}):$/

/**
 * Creates a reader of the header `Client-Cert` (RFC 9440). `undefined` for a value that is no certificate, and on hosts that
 * cannot read certificates: those without `node:crypto`.
 */
export function clientCertReader(): (value: string) => ClientCertificate | undefined {
  const known = boundedKeys<{ readonly certificate: ClientCertificate | undefined }>(() => false, MOST_CERTIFICATES)
  return (value) => {
    let found = known.get(value)
    if (!found) {
      found = { certificate: parse(value) }
      known.set(value, found, 0)
    }
    return found.certificate
  }
}

function parse(value: string): ClientCertificate | undefined {
  const base64 = FORM.exec(value)?.[1]
  if (base64 === undefined) return undefined
  try {
    const Certificate = globalThis.process?.getBuiltinModule?.('node:crypto')?.X509Certificate
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    return Certificate && toClientCertificate(new Certificate(bytes))
  } catch {
    return undefined
  }
}
