import type { Refused } from '../plugin-api/refused.ts'

const DIGITS = /^[0-9]{1,15}$/

/** Headers of HTTP/1 connections, which HTTP/2 does not have (RFC 9113, section 8.2.2). */
export const hops = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'])

const pseudo = new Set([':method', ':scheme', ':authority', ':path'])

/**
 * Checks the form of a request of HTTP/2 (RFC 9113, section 8): each pseudo header once and before all other headers, no
 * capitals, no headers of HTTP/1 connections, at most one length. Returns the refusal.
 *
 * `rawHeaders` are names and values in turn, as sent.
 */
export function checkHttp2(rawHeaders: readonly string[]): Refused | undefined {
  const seen = new Map<string, string>()
  let hasFields = false
  let lengths = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    const value = rawHeaders[i + 1] as string
    if (name.startsWith(':')) {
      if (hasFields || seen.has(name) || !pseudo.has(name)) return malformed('pseudo')
      seen.set(name, value)
      continue
    }
    hasFields = true
    if (name !== name.toLowerCase()) return malformed('capitals')
    if (hops.has(name)) return malformed('hop')
    if (name === 'te' && value !== 'trailers') return malformed('te')
    if (name === 'expect' && value.toLowerCase() !== '100-continue') return { refuse: 'errors.expectation.failed' }
    if (name !== 'content-length') continue
    if (!DIGITS.test(value) || ++lengths > 1) return { refuse: 'errors.request.framing', message: messages.length }
  }
  return hasTarget(seen) ? undefined : malformed('target')
}

/** CONNECT names an authority only; every other request a scheme and a path. */
function hasTarget(seen: ReadonlyMap<string, string>): boolean {
  const path = seen.get(':path')
  if (seen.get(':method') === 'CONNECT') return path === undefined && !seen.has(':scheme') && seen.has(':authority')
  if (!seen.has(':method') || !seen.has(':scheme') || path === undefined) return false
  return path.startsWith('/') || path === '*'
}

const messages = {
  pseudo: 'A pseudo header is unknown, repeated or behind other headers',
  capitals: 'The names of headers must be in lower case',
  hop: 'A header belongs to connections of HTTP/1',
  te: 'The header TE may only be trailers',
  length: 'The header Content-Length is invalid or repeated',
  target: 'The request names no valid method, scheme and path',
}

const malformed = (rule: keyof typeof messages): Refused => ({ refuse: 'errors.bad.request', message: messages[rule] })
