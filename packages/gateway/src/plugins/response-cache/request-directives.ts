import type { HeaderView } from '../../headers/header-view.ts'
import { readDirectives, secondsOf } from './cache-control.ts'
import { ageAt, type Freshness, leftAt } from './freshness.ts'

/** What a client wants of caches (RFC 9111, section 5.2.1). Times are in seconds. */
export interface Wishes {
  readonly noStore: boolean
  readonly noCache: boolean
  readonly onlyIfCached: boolean
  readonly maxAge: number
  readonly minFresh: number
  readonly maxStale: number
}

/** Reads what a client wants. */
export function wishesOf(headers: HeaderView): Wishes {
  const values = headers.all('cache-control')
  if (values.length === 0) return headers.get('pragma')?.toLowerCase().includes('no-cache') ? fresh : indifferent
  const directives = readDirectives(values)
  const stale = directives.get('max-stale')
  return {
    noStore: directives.has('no-store'),
    noCache: directives.has('no-cache'),
    onlyIfCached: directives.has('only-if-cached'),
    maxAge: secondsOf(directives, 'max-age') ?? Number.POSITIVE_INFINITY,
    minFresh: secondsOf(directives, 'min-fresh') ?? 0,
    // Without a value, any staleness is accepted.
    maxStale: stale === '' ? Number.POSITIVE_INFINITY : (secondsOf(directives, 'max-stale') ?? 0),
  }
}

/** How a stored response may be used: as it is, as it is while it is validated, or only once it has been validated. */
export type Use = 'fresh' | 'stale' | 'while-revalidating' | 'validate'

/** How a stored response may be used for a client. */
export function useOf(freshness: Freshness, wishes: Wishes, now: number): Use {
  const left = leftAt(freshness, now)
  if (freshness.noCache || wishes.noCache || ageAt(freshness, now) > wishes.maxAge) return 'validate'
  if (left > 0 && left >= wishes.minFresh) return 'fresh'
  if (wishes.minFresh > 0) return 'validate'
  const staleFor = -left
  if (left <= 0 && freshness.stale.forClient && wishes.maxStale > 0 && staleFor <= wishes.maxStale) return 'stale'
  return staleFor < freshness.stale.whileRevalidating ? 'while-revalidating' : 'validate'
}

const indifferent: Wishes = {
  noStore: false,
  noCache: false,
  onlyIfCached: false,
  maxAge: Number.POSITIVE_INFINITY,
  minFresh: 0,
  maxStale: 0,
}
const fresh: Wishes = { ...indifferent, noCache: true }
