import type { SigningKey } from './signing-key.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How long tokens are signed by one key, in milliseconds. */
export const SIGNING_MS = 90 * DAY
/** How long before its first signature a key is made. */
const AHEAD_MS = DAY
/** How long before its first signature a key is published at least, also when nobody was there to make it in time. */
const PUBLISHED_MS = HOUR
/** For how long a key that no longer signs is published at least, in addition to the difference of clocks. */
const LEAST_KEPT_MS = DAY
const SKEW_MS = 10 * 60_000

/** The times of a signing key. */
export type SigningTimes = Pick<SigningKey, 'since' | 'until'>

/** What has to be done about the signing keys: make the next one, or remove the oldest. */
export type DueChange =
  | {
      readonly make: SigningTimes
      /** Until when the key before it keeps signing, if that is later than planned. */
      readonly extend?: number
    }
  | { readonly remove: true }

/**
 * What is due about the signing keys at a time: `keys` are ordered from the oldest, `now` and `longest`, the longest lifetime
 * of a token, are in milliseconds. `undefined` if nothing is due.
 */
export function dueChange(keys: readonly SigningTimes[], now: number, longest: number): DueChange | undefined {
  const [oldest] = keys
  const newest = keys.at(-1)
  if (!oldest || !newest) return { make: { since: now, until: now + SIGNING_MS } }
  if (now >= newest.until - AHEAD_MS) {
    const since = Math.max(newest.until, now + PUBLISHED_MS)
    return { make: { since, until: since + SIGNING_MS }, ...(since > newest.until && { extend: since }) }
  }
  const isOver = oldest !== newest && now >= oldest.until + Math.max(longest, LEAST_KEPT_MS) + SKEW_MS
  return isOver ? { remove: true } : undefined
}
