import { isObject, type JsonObject } from '@signalbox/core/gateway'
import { base64url } from 'jose'
import { hasUniqueMembers } from './unique-members.ts'

/** The most characters of a token. */
export const MOST_CHARACTERS = 8192

/** Three parts of Base64url without padding. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Members of a header that name or contain a key of the sender's choice, or change how the token is read. */
const refused = ['crit', 'b64', 'jwk', 'jku', 'x5u', 'x5c'] as const

/** Whether a text has the form of a signed token (RFC 7515, section 7.1). */
export const isCompact = (token: string): boolean => token.length <= MOST_CHARACTERS && COMPACT.test(token)

/**
 * Reads the header of a signed token, without any digest. `undefined` for everything that must not be verified: another
 * form, another spelling of the same bytes, JSON with repeated members, and headers that name a key or an extension.
 */
export function readCompact(token: string): (JsonObject & { readonly alg: string }) | undefined {
  if (!isCompact(token)) return undefined
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const header = readPart(head)
  if (!header || !readPart(claims) || !isCanonical(signature)) return undefined
  const { alg, kid } = header
  if (typeof alg !== 'string' || (kid !== undefined && typeof kid !== 'string')) return undefined
  return refused.some((name) => name in header) ? undefined : { ...header, alg }
}

function readPart(part: string): JsonObject | undefined {
  try {
    const bytes = base64url.decode(part)
    if (base64url.encode(bytes) !== part) return undefined
    const text = strictDecoder.decode(bytes)
    const value: unknown = JSON.parse(text)
    return isObject(value) && hasUniqueMembers(text, value) ? value : undefined
  } catch {
    return undefined
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether Base64url is spelled in the only way that encoders spell it. */
function isCanonical(part: string): boolean {
  try {
    return base64url.encode(base64url.decode(part)) === part
  } catch {
    return false
  }
}
