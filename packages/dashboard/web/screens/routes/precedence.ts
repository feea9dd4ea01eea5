import { segmentKinds } from '@signalbox/core/gateway'
import type { CompiledMatch, CompiledRoute } from './compiled.ts'

/** What decides whether a route comes before another one that would take the same request, in this order. */
export interface Precedence {
  /** 0 for a host, 1 for all names below a host, 2 for any host. */
  readonly hostKind: 0 | 1 | 2
  readonly host: string
  readonly hasPort: boolean
  /** The kinds of its segments, as places in their order of precedence, and the text of those that are text. */
  readonly segments: readonly { readonly kind: number; readonly text: string }[]
  readonly isExact: boolean
  readonly isDraft: boolean
  readonly namesMethods: boolean
  readonly headers: number
  readonly query: number
  readonly api: string
  /** The place among the routes of its API. */
  readonly place: number
}

/** The precedence of a route at one of its paths. */
export function precedenceOf(route: CompiledRoute, place: number, match: CompiledMatch): Precedence {
  const { frontend, draft, testing, api_ref: api } = route
  return {
    hostKind: match.host === '' ? 2 : match.host.startsWith('*.') ? 1 : 0,
    host: match.host,
    hasPort: match.port !== undefined,
    segments: match.segments.map((segment) => ({
      kind: segmentKinds.indexOf(segment.kind),
      text: segment.kind === 'text' ? segment.text : '',
    })),
    isExact: frontend.exact,
    isDraft: draft,
    namesMethods: frontend.methods.length > 0,
    headers: Object.keys(frontend.headers).length - (testing ? 1 : 0),
    query: Object.keys(frontend.query).length,
    api,
    place,
  }
}

/** After every segment: a route that ends here is asked after those that go on. */
const END = segmentKinds.length
const MOST = 9999

/**
 * A text that sorts routes as the router asks them: by host, then by path, then by what they require. Routes without a
 * valid path come last.
 */
export function orderOf(route: CompiledRoute, place: number): string {
  const [match] = route.frontend.matches
  if (!match) return `3 ${route.api_ref} ${padded(place)}`
  const one = precedenceOf(route, place, match)
  const wide = one.hostKind === 1 ? padded(MOST - one.host.split('.').length) : ''
  const path = one.segments.map(({ kind, text }) => `${kind}${text}\u0000`).join('')
  const required = [one.isExact, one.isDraft, one.namesMethods].map((is) => (is ? 0 : 1)).join('')
  const conditions = padded(MOST - one.headers) + padded(MOST - one.query)
  return [
    `${one.hostKind}${wide}${one.host}`,
    `${one.hasPort ? 0 : 1}${match.port ?? ''}`,
    `${path}${END}`,
    required + conditions,
    one.api,
    padded(place),
  ].join(' ')
}

const padded = (number: number): string => `${Math.max(0, number)}`.padStart(5, '0')

/** Why one of two routes that would take a request comes first, as the end of a sentence; `undefined` for the same route. */
export function whyFirst(first: Precedence, other: Precedence): string | undefined {
  if (first.hostKind !== other.hostKind || first.host.length !== other.host.length) return 'its host is more specific'
  if (first.hasPort !== other.hasPort) return 'it names the port'
  for (const [at, { kind }] of first.segments.entries()) {
    const theirs = other.segments[at]?.kind ?? END
    if (kind !== theirs) return at < other.segments.length ? 'its path is more literal' : 'its path is longer'
  }
  if (first.isExact !== other.isExact) return 'its path is exact'
  if (first.isDraft !== other.isDraft) return 'it is a draft route, which testers ask for'
  if (first.namesMethods !== other.namesMethods) return 'it names its methods'
  if (first.headers !== other.headers) return 'it requires more headers'
  if (first.query !== other.query) return 'it requires more query parameters'
  if (first.api !== other.api) return `its API ${first.api} comes first by name`
  return first.place === other.place ? undefined : 'it stands first in its API'
}
