import type { Clock, JsonObject, Report } from '@signalbox/core/gateway'
import { isObject } from '@signalbox/core/gateway'
import { boundedKeys } from '../../limits/bounded-keys.ts'
import type { Denied } from '../../pipeline/exchange.ts'
import type { SideResponse } from '../../plugins/plugin.ts'
import { hostHash } from '../fast-hash.ts'
import { MOST_CHARACTERS } from './read-compact.ts'
import type { TokenVerifier } from './verify-token.ts'
import { expiredToken, invalidToken, unavailable } from './verify-token.ts'

/** How tokens are introspected. `T` is what is kept of an active one. */
export interface IntrospectionRules<T extends object> {
  /** Where the server is, for messages. */
  readonly url: string
  /** Asks the server about a token. */
  readonly ask: (token: string) => Promise<SideResponse>
  readonly clock: Clock
  readonly report: Report
  /** For how many milliseconds a response counts. */
  readonly keepMs: number
  /** Reads what is kept from the response about an active token, or refuses it. */
  readonly read: (claims: JsonObject, now: number) => T | Denied
}

/** Responses that are remembered. */
const MOST_KEPT = 10_000
/** For how long a token that is not active is remembered, in milliseconds. */
const INACTIVE_MS = 10_000
/** For how long a failing server is not asked again, in milliseconds. */
const RETRY_MS = 1000

interface Kept<T> {
  readonly value: T | Denied
  /** Until when it counts, in epoch milliseconds. */
  readonly freshUntil: number
  /** Until when it counts while the server fails. */
  readonly until: number
}

/**
 * Creates a verifier that asks a server about tokens (RFC 7662). A response counts for `keepMs` and as long again while the
 * server fails, but never after the token has expired. Requests with the same token share one call. Fails closed.
 */
export function createIntrospection<T extends object>(rules: IntrospectionRules<T>): TokenVerifier<T> {
  const { url, ask, clock, report, keepMs } = rules
  const kept = boundedKeys<Kept<T>>(({ until }, now) => until <= now, MOST_KEPT)
  const pending = new Map<string, Promise<T | Denied>>()
  const sha256 = hostHash()
  let failedAt = Number.NEGATIVE_INFINITY
  let isFailing = false

  const stale = (id: string, now: number): T | Denied => {
    const known = kept.get(id)
    return known && now < known.until ? known.value : unavailable
  }

  async function introspect(id: string, token: string): Promise<T | Denied> {
    try {
      const response = readResponse(await ask(token))
      const now = clock()
      isFailing = false
      const found = toKept(response, now, rules)
      kept.set(id, found, now)
      return found.value
    } catch (cause) {
      if (!isFailing) report(new Error(`Tokens cannot be introspected at ${url}`, { cause }))
      isFailing = true
      failedAt = clock()
      return stale(id, clock())
    }
  }

  return (token, now) => {
    if (token.length > MOST_CHARACTERS) return invalidToken
    const id = sha256(token)
    const known = kept.get(id)
    if (known && now < known.freshUntil) return known.value
    const waiting = pending.get(id)
    if (waiting) return waiting
    if (isFailing && now - failedAt < RETRY_MS) return stale(id, now)
    const work = introspect(id, token).finally(() => pending.delete(id))
    pending.set(id, work)
    return work
  }

  function toKept(claims: JsonObject, now: number, { read }: IntrospectionRules<T>): Kept<T> {
    if (claims.active !== true) return { value: invalidToken, freshUntil: now + INACTIVE_MS, until: now + INACTIVE_MS }
    const expiresAt = typeof claims.exp === 'number' ? claims.exp * 1000 : Number.POSITIVE_INFINITY
    if (expiresAt <= now) return { value: expiredToken, freshUntil: now + INACTIVE_MS, until: now + INACTIVE_MS }
    const freshUntil = Math.min(now + keepMs, expiresAt)
    return { value: read(claims, now), freshUntil, until: Math.min(freshUntil + keepMs, expiresAt) }
  }
}

function readResponse({ status, body }: SideResponse): JsonObject {
  if (status !== 200) throw new Error(`The response has the status ${status}`)
  if (!body) throw new Error('The response is too large')
  const value: unknown = JSON.parse(new TextDecoder().decode(body))
  if (!isObject(value) || typeof value.active !== 'boolean') throw new Error('The response does not say active')
  return value
}
