import type { HeaderEdits } from '../pipeline/exchange.ts'
import type { Taken } from './limiter.ts'

/** A limit that a response tells about. */
export interface Policy {
  /** Unique among the limits of a route. */
  readonly name: string
  /** Requests that are admitted in a window. */
  readonly quota: number
  readonly windowSeconds: number
}

/** What a limit said about a request. */
export interface Reading {
  readonly policy: Policy
  readonly taken: Taken
}

/**
 * Sets the fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): all limits of the route, and
 * how much is left of the one with the smallest share left.
 */
export function setRateLimitFields(headers: HeaderEdits, readings: readonly Reading[]): void {
  const policies = readings.map(
    ({ policy: { name, quota, windowSeconds } }) => `"${name}";q=${quota};w=${windowSeconds}`,
  )
  headers.set('RateLimit-Policy', policies.join(', '))
  const { policy, taken } = readings.reduce((least, one) => (shareLeft(one) < shareLeft(least) ? one : least))
  headers.set('RateLimit', `"${policy.name}";r=${taken.remaining};t=${Math.ceil(taken.resetMs / 1000)}`)
}

const shareLeft = ({ policy, taken }: Reading): number => taken.remaining / policy.quota
