import { isEndless } from '../../backend/is-endless.ts'
import { getHeader, getHeaders, type HeaderList } from '../../headers/header-list.ts'
import { readDirectives } from './cache-control.ts'
import type { Freshness } from './freshness.ts'

/** A response that may be stored. */
export interface Candidate {
  readonly status: number
  readonly headers: HeaderList
  readonly freshness: Freshness
  /** Whether the request had `Authorization`. */
  readonly isAuthorized: boolean
  /** Whether the request had cookies of its own. */
  readonly hasCookies: boolean
}

/** Whether a shared cache may store a response to GET (RFC 9111, section 3), and whether that is of use. */
export function isStorable({ status, headers, freshness, isAuthorized, hasCookies }: Candidate): boolean {
  if (status === 206 || status === 304 || getHeader(headers, 'content-range') !== undefined) return false
  // A stream of events may never end.
  if (isEndless(headers)) return false
  const directives = readDirectives(getHeaders(headers, 'cache-control'))
  if (directives.has('no-store') || directives.has('private')) return false
  if (getHeader(headers, 'set-cookie') !== undefined || varyOf(headers).includes('*')) return false
  if (isAuthorized && !forAll.some((name) => directives.has(name))) return false
  // Who sets no expiry may not have thought of caches at all: such responses to cookies may be personal.
  if (hasCookies && !freshness.isExplicit) return false
  if (freshness.isExplicit || freshness.lifetime > 0) return freshness.lifetime > 0 || isReusable(headers, freshness)
  return false
}

/** The request headers that select a response, in lower case; `*` among them: it cannot be selected. */
export const varyOf = (headers: HeaderList): string[] =>
  getHeaders(headers, 'vary').flatMap((value) =>
    value
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )

/** Directives with which responses to requests with `Authorization` are for all (section 3.5). */
const forAll = ['public', 's-maxage', 'must-revalidate']

/** Whether a response that is stale at once may be used all the same. */
const isReusable = (headers: HeaderList, { stale }: Freshness): boolean =>
  getHeader(headers, 'etag') !== undefined ||
  getHeader(headers, 'last-modified') !== undefined ||
  stale.whileRevalidating > 0 ||
  stale.ifError > 0
