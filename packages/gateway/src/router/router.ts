import type { CompiledMatch, CompiledRoute } from '@signalbox/core/gateway'

/** What the router looks at. */
export interface RouteRequest {
  /** In lower case, without port. Empty: HTTP/1.0 without `Host`. */
  readonly host: string
  /** The port in the request's authority, if any. */
  readonly port: number | undefined
  /** The canonical path. */
  readonly path: string
  readonly method: string
  /** The value of a header, in lower case; repeated headers are joined by `, `. */
  headerValue(name: string): string | undefined
  /** The first value of a query parameter, decoded. */
  queryValue(name: string): string | undefined
  /** Bits of what the path needs to be allowed, from `canonicalPath`. 0: nothing. */
  readonly needs: number
}

/** A route in the router, with what the gateway compiled for it. */
export interface RouterEntry<P> {
  readonly route: CompiledRoute
  readonly plan: P
}

/** A route that takes a request. */
export interface Found<P> {
  readonly entry: RouterEntry<P>
  readonly match: CompiledMatch
  /** The values of the path parameters, as in the path, in the order of their names in the match. */
  readonly values: readonly string[]
}

/** Why a candidate did not take a request. `later`: it would have, but another comes first; `host`: only its port differs. */
export type Because = 'host' | 'path' | 'method' | 'header' | 'query' | 'draft' | 'later' | 'disallowed'

/** A route that was considered. */
export interface Candidate {
  readonly route: string
  readonly won: boolean
  readonly because?: Because
  readonly expected?: string
  readonly got?: string
}

/** Receives every candidate that `find` considers. */
export type Recorder<P> = (entry: RouterEntry<P>, candidate: Omit<Candidate, 'route'>) => void

/** Finds the route of a request. Changed in place: `replace` takes effect within one tick. */
export interface Router<P> {
  /**
   * The first route that takes the request; `undefined` if none does. The order does not depend on when routes were
   * added:
   *
   * 1. exact hosts, then wildcards with more labels, then routes without a host; a host with a port before the same
   *    host without one
   * 2. paths, compared by segment from the left: text, text with `{name}`, `$name<re2>`, `:name`, `*`; then exact
   *    before prefix; then more segments
   * 3. drafts before live routes
   * 4. routes that name methods; for HEAD, routes that name HEAD before routes that name GET, which take HEAD, too
   * 5. more conditions on headers, then more conditions on the query
   * 6. the id of the API, then the place in its list, then the place of the path in the route
   */
  find(request: RouteRequest, recorder?: Recorder<P>): Found<P> | undefined
  /** The methods of routes that would take the request with another method; empty if there are none. */
  allowed(request: RouteRequest): readonly string[]
  /**
   * Replaces all routes of an API. Entries stay if their plan is the same object as before, whatever their route is now.
   * No entries: the API is gone.
   */
  replace(api: string, entries: readonly RouterEntry<P>[]): void
  /** The routes of an API; disabled ones, too. */
  entriesOf(api: string): readonly RouterEntry<P>[]
  /** How many routes can take requests. */
  readonly size: number
}
