import { bitsOf as allowanceOf, type CompiledMatch, type CompiledRoute } from '@signalbox/core/gateway'
import { type Conditions, conditionsOf } from './conditions.ts'
import { bitsOf } from './methods.ts'
import { parametersOf } from './parameters.ts'
import type { RouterEntry } from './router.ts'
import type { Shared } from './shared.ts'

/** A route at one of its places in the trie, with what decides whether it takes a request. */
export interface Candidate<P> {
  readonly entry: RouterEntry<P>
  readonly match: CompiledMatch
  /** Where the path of a request has to end. */
  readonly end: PathEnd
  readonly conditions: Conditions | undefined
  /** The bits of what request paths may need. */
  readonly allowance: number
  /** The bits of its methods; 0: every method. */
  readonly methods: number
  /** Where its path parameters are. */
  readonly parameters: number
  /** Orders the candidates of a place in the trie; the smaller one comes first. */
  readonly rank: number
  /** The place of the route in the list of its API. */
  place: number
  /** The next candidate of the same place in the trie. */
  next: Candidate<P> | undefined
  /** The same route at another place in the trie. */
  readonly also: Candidate<P> | undefined
}

/** Where the path of a request has to end: anywhere, or with the path of the route, without or with a slash. */
export type PathEnd = typeof ANYWHERE | typeof EXACT | typeof EXACT_WITH_SLASH
export const ANYWHERE = 0
export const EXACT = 1
export const EXACT_WITH_SLASH = 2

/** The candidates of a route, linked by `also`; `undefined` if it takes no requests: it is disabled or has no path. */
export function toCandidates<P>(entry: RouterEntry<P>, place: number, shared: Shared): Candidate<P> | undefined {
  const { route } = entry
  if (!isServed(route)) return undefined
  const conditions = conditionsOf(route, shared)
  const rank = rankOf(route, conditions)
  const methods = bitsOf(route.frontend.methods)
  const allowance = allowanceOf(route.frontend.allow)
  return route.frontend.matches.reduceRight<Candidate<P> | undefined>(
    (also, match) => ({
      entry,
      match,
      end: endOf(route, match),
      conditions,
      allowance,
      methods,
      parameters: parametersOf(match.segments),
      rank,
      place,
      next: undefined,
      also,
    }),
    undefined,
  )
}

/** A draft without a testing header, or with an empty one, would match like a live route. */
const isServed = ({ enabled, draft, testing }: CompiledRoute): boolean =>
  enabled && (!draft || (testing !== undefined && testing.value !== ''))

const PREFIX = 1 << 30
const LIVE = 1 << 29
const ANY_METHOD = 1 << 28
/** The maximum number of conditions of a kind that is ranked. */
const MOST_CONDITIONS = (1 << 14) - 1

/** Exact before prefix, draft before live, named methods before any, more headers, more query parameters. */
function rankOf({ frontend, draft }: CompiledRoute, conditions: Conditions | undefined): number {
  const fewer = (list: readonly unknown[] = []) => MOST_CONDITIONS - Math.min(list.length, MOST_CONDITIONS)
  return (
    (frontend.exact ? 0 : PREFIX) +
    (draft ? 0 : LIVE) +
    (frontend.methods.length > 0 ? 0 : ANY_METHOD) +
    (fewer(conditions?.headers) << 14) +
    fewer(conditions?.query)
  )
}

/** The rest of a path includes its end. */
function endOf({ frontend }: CompiledRoute, { path, segments }: CompiledMatch): PathEnd {
  if (!frontend.exact || segments.at(-1)?.kind === 'rest') return ANYWHERE
  return path.endsWith('/') ? EXACT_WITH_SLASH : EXACT
}

/** Orders candidates whose hosts and paths have the same rank: in the order in which `find` tries them. */
export function byPrecedence(a: Candidate<unknown>, b: Candidate<unknown>): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  const [one, other] = [a.entry.route.api_ref, b.entry.route.api_ref]
  if (one !== other) return one < other ? -1 : 1 // the ids of APIs are ASCII, so this is the order of UTF-8 too
  return a.place - b.place || pathPlace(a) - pathPlace(b)
}

/** The place of a candidate's path in its route. */
const pathPlace = ({ entry, match }: Candidate<unknown>): number => entry.route.frontend.matches.indexOf(match)

/** The same for HEAD requests: among routes that name methods, HEAD comes before GET. */
export function byPrecedenceForHead(a: Candidate<unknown>, b: Candidate<unknown>): number {
  const band = (one: Candidate<unknown>) => (one.rank >> 28) * 2 + (one.methods & HEAD ? 0 : 1)
  return band(a) - band(b) || byPrecedence(a, b)
}

const HEAD = bitsOf(['HEAD'])
