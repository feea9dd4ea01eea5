import { hostHash } from '@signalbox/core/gateway'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { boundedKeys } from '../../limits/bounded-keys.ts'
import type { Denied } from '../../plugin-api/exchange.ts'
import { MOST_CHARACTERS, readCompact } from './read-compact.ts'
import { KeysUnavailableError, type TokenKeys } from './token-keys.ts'
import { expiredToken, invalidToken, unavailable } from './token-refusals.ts'

/** What a token has to be. `T` is what is kept of a verified one. */
export interface TokenRules<T extends object> {
  readonly keys: TokenKeys
  /** The algorithms of RFC 7518 that are accepted. */
  readonly algorithms: readonly string[]
  /** @default any */
  readonly issuer?: string | undefined
  /** One of the audiences of the token. @default any */
  readonly audience?: string | undefined
  /** The media type of the token, such as `at+jwt`. @default any */
  readonly typ?: string | undefined
  /** By how many seconds clocks may differ. */
  readonly clockSkew: number
  /** Reads what is kept from verified claims, or refuses them. */
  readonly read: (claims: JWTPayload) => T | Denied
}

/** Verifies a token at a time in epoch milliseconds. Returns a promise only for a token that it has not seen lately. */
export type TokenVerifier<T extends object> = (token: string, now: number) => T | Denied | Promise<T | Denied>

/** Verified tokens that are remembered. */
const MOST_KEPT = 10_000
/** Invalid tokens that are remembered, and for how many milliseconds. */
const MOST_FAILED = 1000
const FAILED_MS = 5000

interface Kept<V> {
  readonly value: V
  /** When it is forgotten, in epoch milliseconds. */
  readonly until: number
  /** That of the keys when it was verified. */
  readonly version: number
}

const isOver = ({ until }: Kept<unknown>, now: number): boolean => until <= now

/**
 * Creates a verifier of signed tokens (RFC 7519). Tokens without an expiry are refused. A verified token is remembered by its
 * SHA-256 until it expires, as long as its key is there; an invalid one briefly. Requests with the same token share one
 * verification.
 */
export function createTokenVerifier<T extends object>(rules: TokenRules<T>): TokenVerifier<T> {
  const { keys } = rules
  const kept = boundedKeys<Kept<T>>(isOver, MOST_KEPT)
  const failed = boundedKeys<Kept<Denied>>(isOver, MOST_FAILED)
  const sha256 = hostHash()
  const pending = new Map<string, Promise<T | Denied>>()

  async function verify(id: string, token: string, now: number): Promise<T | Denied> {
    // Before the keys are used: if they change meanwhile, the token is verified again.
    const version = keys.version()
    const { value, until, refused = invalidToken } = await judge(token, now, rules)
    if (value) kept.set(id, { value, until, version }, now)
    else if (refused === invalidToken || refused === expiredToken)
      failed.set(id, { value: refused, until: now + FAILED_MS, version }, now)
    return value ?? refused
  }

  return (token, now) => {
    if (token.length > MOST_CHARACTERS) return invalidToken
    const id = sha256(token)
    const version = keys.version()
    const known = kept.get(id)
    if (known && known.version === version) return now < known.until ? known.value : expiredToken
    const wrong = failed.get(id)
    if (wrong && wrong.version === version && now < wrong.until) return wrong.value
    const waiting = pending.get(id)
    if (waiting) return waiting
    const work = verify(id, token, now).finally(() => pending.delete(id))
    pending.set(id, work)
    return work
  }
}

interface Judged<T> {
  readonly value?: T
  /** When the token expires, in epoch milliseconds. */
  readonly until: number
  readonly refused?: Denied
}

async function judge<T extends object>(token: string, now: number, rules: TokenRules<T>): Promise<Judged<T>> {
  const { keys, algorithms, issuer, audience, typ, clockSkew, read } = rules
  const header = readCompact(token)
  if (!header || !algorithms.includes(header.alg)) return { until: 0, refused: invalidToken }
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      algorithms: [...algorithms],
      ...(issuer !== undefined && { issuer }),
      ...(audience !== undefined && { audience }),
      ...(typ !== undefined && { typ }),
      requiredClaims: ['exp'],
      clockTolerance: clockSkew,
      currentDate: new Date(now),
    })
    const { exp = 0, iat = 0 } = payload
    if (iat > now / 1000 + clockSkew) return { until: 0, refused: invalidToken }
    const value = read(payload)
    return 'refuse' in value ? { until: 0, refused: value } : { until: (exp + clockSkew) * 1000, value }
  } catch (error) {
    return { until: 0, refused: refusalOf(error) }
  }
}

function refusalOf(error: unknown): Denied {
  if (error instanceof KeysUnavailableError) return unavailable
  return error instanceof errors.JWTExpired ? expiredToken : invalidToken
}
