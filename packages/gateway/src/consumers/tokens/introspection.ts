import { type Clock, hostHash, isObject, type JsonObject, type Report } from '@signalbox/core/gateway'
import { overloaded } from '../../backend/failures.ts'
import { CallFailedError } from '../../backend/send.ts'
import { type FailedAttempts, tooManyAttempts } from '../../credentials/failed-attempts.ts'
import { boundedKeys } from '../../limits/bounded-keys.ts'
import type { Denied, Exchange } from '../../plugin-api/exchange.ts'
import type { SideResponse } from '../../plugin-api/side-call.ts'
import { reportOnce } from '../../reporting/report-once.ts'
import { MOST_CHARACTERS } from './read-compact.ts'
import { expiredToken, invalidToken, unavailable } from './token-refusals.ts'

/** How tokens are introspected. `T` is what is kept of an active one. */
export interface IntrospectionRules<T extends object> {
  /** Where the server is, for messages. */
  readonly url: string
  /** Asks the server about a token. */
  readonly ask: (token: string) => Promise<SideResponse>
  readonly clock: Clock
  readonly report: Report
  /** Counts tokens that are not active by network. */
  readonly failures: FailedAttempts
  /** For how many milliseconds a response counts. */
  readonly keepMs: number
  /** Reads what is kept from the response about an active token, or refuses it. */
  readonly read: (claims: JsonObject, now: number) => T | Denied
}

/** Asks about the token of a request. Returns a promise only if the server is called. */
export interface Introspection<T extends object> {
  verify(token: string, exchange: Exchange): T | Denied | Promise<T | Denied>
  /** Called when the request is over: counts its token as wrong if the server did not know it, and nobody was identified. */
  done(exchange: Exchange): void
}

/** Active tokens that are remembered. */
const MOST_KEPT = 10_000
/** Refused tokens that are remembered, and for how many milliseconds. */
const MOST_REFUSED = 10_000
const REFUSED_MS = 10_000
/** Calls of the server at the same time. */
const MOST_CALLS = 100
/** For how long a failing server is not asked again, nor about one token after a response that says nothing, in milliseconds. */
const RETRY_MS = 1000

/** What a server said about a token. */
interface Kept<V> {
  readonly value: V
  /** Until when it counts, in epoch milliseconds. */
  readonly freshUntil: number
  /** Until when it counts while the server fails. */
  readonly until: number
}

const isOver = ({ until }: Kept<unknown>, now: number): boolean => until <= now

/**
 * Creates a verifier that asks a server about tokens (RFC 7662). A response counts for `keepMs` and as long again while the
 * server fails, but never after the token has expired. Requests with the same token share one call. Networks that send too
 * many unknown tokens have to wait; tokens that are known as active pass. Fails closed.
 *
 * | the server | what is refused |
 * |---|---|
 * | cannot be reached, or responds 5xx, 401, 403, 408 or 429 | tokens that are not remembered, for a second |
 * | responds another 4xx | this token, for ten seconds |
 * | responds what cannot be read | this token, for a second |
 */
export function createIntrospection<T extends object>(rules: IntrospectionRules<T>): Introspection<T> {
  const { url, ask, clock, report, failures, keepMs } = rules
  const kept = boundedKeys<Kept<T>>(isOver, MOST_KEPT)
  const refused = boundedKeys<Kept<Denied>>(isOver, MOST_REFUSED)
  const pending = new Map<string, Promise<T | Denied>>()
  const sha256 = hostHash()
  const once = reportOnce(report)
  /** In `exchange.state`: the server did not know the token. */
  const unknown = Symbol('unknown token')
  let failedAt = Number.NEGATIVE_INFINITY
  let isFailing = false

  const stale = (id: string, now: number): T | Denied => {
    const known = kept.get(id)
    return known && now < known.until ? known.value : unavailable
  }

  function refuse(id: string, value: Denied, ms: number): Denied {
    const now = clock()
    const before = kept.get(id)
    // It does not count any more, also if the server fails later.
    if (before) kept.set(id, { ...before, freshUntil: now, until: now }, now)
    refused.set(id, { value, freshUntil: now + ms, until: now + ms }, now)
    return value
  }

  async function introspect(id: string, token: string): Promise<T | Denied> {
    try {
      const response = await ask(token)
      const { status } = response
      if (isOfServer(status)) throw new Error(`The response has the status ${status}`)
      isFailing = false
      if (status >= 400) {
        once(new Error(`Tokens were refused with the status ${status} at ${url}`))
        return refuse(id, invalidToken, REFUSED_MS)
      }
      return judge(id, response)
    } catch (cause) {
      if (isOverloaded(cause)) return stale(id, clock())
      if (!isFailing) report(new Error(`Tokens cannot be introspected at ${url}`, { cause }))
      isFailing = true
      failedAt = clock()
      return stale(id, clock())
    }
  }

  function judge(id: string, response: SideResponse): T | Denied {
    const now = clock()
    let claims: JsonObject
    try {
      claims = readResponse(response)
    } catch (cause) {
      once(new Error(`A response about a token cannot be read at ${url}`, { cause }))
      const known = kept.get(id)
      if (!known || known.until <= now) return refuse(id, unavailable, RETRY_MS)
      kept.set(id, { ...known, freshUntil: Math.min(now + RETRY_MS, known.until) }, now)
      return known.value
    }
    if (claims.active !== true) return refuse(id, invalidToken, REFUSED_MS)
    const expiresAt = typeof claims.exp === 'number' ? claims.exp * 1000 : Number.POSITIVE_INFINITY
    if (expiresAt <= now) return refuse(id, expiredToken, REFUSED_MS)
    const value = rules.read(claims, now)
    const freshUntil = Math.min(now + keepMs, expiresAt)
    if ('refuse' in value) return refuse(id, value, freshUntil - now)
    kept.set(id, { value, freshUntil, until: Math.min(freshUntil + keepMs, expiresAt) }, now)
    return value
  }

  return {
    verify(token, exchange) {
      if (token.length > MOST_CHARACTERS) return invalidToken
      const { now, address } = exchange
      const id = sha256(token)
      const known = kept.get(id)
      const wrong = refused.get(id)
      if (wrong && now < wrong.until) return wrong.value
      if (known && now < known.freshUntil) return known.value
      const waiting = pending.get(id)
      if (waiting) return waiting
      if (isFailing && now - failedAt < RETRY_MS) return stale(id, now)
      const waitMs = failures.waitMs(address, now)
      if (waitMs > 0 && !(known && now < known.until)) return tooManyAttempts(waitMs)
      if (pending.size >= MOST_CALLS) return stale(id, now)
      const work = introspect(id, token).finally(() => pending.delete(id))
      pending.set(id, work)
      return work.then((found) => {
        if ('refuse' in found && found !== unavailable) exchange.state.set(unknown, true)
        return found
      })
    },
    done(exchange) {
      // Another plugin may have identified the consumer by the token.
      if (!exchange.consumer && exchange.state.has(unknown)) failures.count(exchange.address, exchange.now)
    },
  }
}

/** Whether a status says that the server fails, does not accept the credentials of the gateway, or limits its calls. */
const isOfServer = (status: number): boolean => status >= 500 || ofServer.has(status)

const ofServer: ReadonlySet<number> = new Set([401, 403, 408, 429])

/** Whether a call was not made, since too many others wait. This says nothing about the server. */
const isOverloaded = (error: unknown): boolean =>
  error instanceof CallFailedError && error.failure.cause === overloaded.cause

function readResponse({ status, body }: SideResponse): JsonObject {
  if (status !== 200) throw new Error(`The response has the status ${status}`)
  if (!body) throw new Error('The response is too large')
  const value: unknown = JSON.parse(new TextDecoder().decode(body))
  if (!isObject(value) || typeof value.active !== 'boolean')
    throw new Error('The introspection response has no member `active`')
  return value
}
