import { getHeader, getHeaders, type HeaderList } from '../../headers/header-list.ts'
import { type Directives, readDirectives, secondsOf } from './cache-control.ts'

/** What decides how long a stored response may be used (RFC 9111, section 4.2). Times are epoch milliseconds. */
export interface Freshness {
  /** When its age was 0, if known. */
  readonly bornAt: number
  /** Seconds from then in which it is fresh. */
  readonly lifetime: number
  /** Whether the response says itself when it expires. */
  readonly isExplicit: boolean
  /** Whether each use has to be validated by the backend. */
  readonly noCache: boolean
  /** How long it may be used when it is stale, in seconds after its expiry. */
  readonly stale: {
    /** Whether it may be used because the client accepts it. */
    readonly forClient: boolean
    /** While it is validated. */
    readonly whileRevalidating: number
    /** If the backend fails. */
    readonly ifError: number
  }
}

/** When a response was asked for, and when its head came, in epoch milliseconds. */
export interface Times {
  readonly askedAt: number
  readonly headAt: number
}

/** What holds for responses that say nothing, in seconds. */
export interface FreshnessSettings {
  /** How long they are fresh. */
  readonly ttl: number
  readonly staleWhileRevalidate: number
}

/** Reads how long a response may be used. */
export function freshnessOf(headers: HeaderList, times: Times, settings: FreshnessSettings): Freshness {
  const directives = readDirectives(getHeaders(headers, 'cache-control'))
  const date = readDate(getHeader(headers, 'date')) ?? times.headAt
  const explicit = explicitLifetime(headers, directives, date)
  return {
    bornAt: bornAt(headers, date, times),
    lifetime: explicit ?? settings.ttl,
    isExplicit: explicit !== undefined,
    noCache: directives.has('no-cache'),
    stale: staleUse(directives, settings),
  }
}

/** The age of a response in seconds. */
export const ageAt = ({ bornAt }: Freshness, now: number): number => Math.max(0, Math.floor((now - bornAt) / 1000))

/** For how many seconds more a response is fresh; not positive if it is stale. */
export const leftAt = (freshness: Freshness, now: number): number => freshness.lifetime - ageAt(freshness, now)

function explicitLifetime(headers: HeaderList, directives: Directives, date: number): number | undefined {
  const seconds = secondsOf(directives, 's-maxage') ?? secondsOf(directives, 'max-age')
  if (seconds !== undefined) return seconds
  const expires = getHeader(headers, 'expires')
  if (expires === undefined) return undefined
  // An invalid date, above all `0`, is in the past.
  return Math.max(0, Math.floor(((readDate(expires) ?? 0) - date) / 1000))
}

/** RFC 9111, section 4.2.3: the larger of what the clocks and what the caches on the way say. */
function bornAt(headers: HeaderList, date: number, { askedAt, headAt }: Times): number {
  const age = getHeader(headers, 'age')
  const told = age !== undefined && /^\d+$/.test(age) ? Number(age) * 1000 : 0
  const apparent = Math.max(0, headAt - date)
  return headAt - Math.max(apparent, told + (headAt - askedAt))
}

function staleUse(directives: Directives, { staleWhileRevalidate }: FreshnessSettings): Freshness['stale'] {
  if (['must-revalidate', 'proxy-revalidate', 'no-cache'].some((name) => directives.has(name))) return never
  const told = secondsOf(directives, 'stale-while-revalidate')
  const ifError = secondsOf(directives, 'stale-if-error') ?? 0
  // `s-maxage` means `proxy-revalidate` (section 5.2.2.10), unless the response itself allows more.
  const isStrict = directives.has('s-maxage')
  return {
    forClient: !isStrict,
    whileRevalidating: told ?? (isStrict ? 0 : staleWhileRevalidate),
    ifError,
  }
}

const never: Freshness['stale'] = { forClient: false, whileRevalidating: 0, ifError: 0 }

/** An HTTP date in epoch milliseconds; `undefined` if it is none. */
export function readDate(text: string | undefined): number | undefined {
  // `Date.parse` takes much that is no HTTP date: all of those begin with the day of the week.
  if (text === undefined || !/^[A-Z][a-z]{2}/.test(text)) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
