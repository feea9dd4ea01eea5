import { type ApiList, changeList, emptyList } from './api-list.ts'
import { type Candidate, toCandidates } from './candidate.ts'
import { detailsOf } from './details.ts'
import { emptyHosts, pruneRoot, rootFor } from './hosts.ts'
import type { Look, Tell } from './look.ts'
import { bitsFor, methodsTaken } from './methods.ts'
import { valuesOf } from './parameters.ts'
import { cutPath, emptyCut } from './path-cut.ts'
import type { Found, Recorder, RouteRequest, Router, RouterEntry } from './router.ts'
import { search } from './search.ts'
import { createShared } from './shared.ts'
import { addCandidate, removeCandidate } from './trie.ts'

/**
 * Creates a router without routes. Disabled routes are kept in the lists of their APIs, but take no requests.
 *
 * @example
 * const router = createRouter<{ requests: number }>()
 * router.replace('shop', compile(api).routes.map((route) => ({ route, plan: { requests: 0 } })))
 */
export function createRouter<P>(): Router<P> {
  const hosts = emptyHosts<P>()
  const shared = createShared()
  const apis = new Map<string, ApiList<P>>()
  let size = 0
  const look: Look<P> = { request: NOTHING, cut: emptyCut(), methods: 0, port: undefined, tell: undefined }

  /** Finds the first candidate that takes a request; with `tell`, it tells of all candidates and finds none. */
  function searchFor(request: RouteRequest, tell: Tell<P> | undefined): Candidate<P> | undefined {
    cutPath(look.cut, request.path)
    look.request = request
    look.methods = bitsFor(request.method)
    look.tell = tell
    const candidate = search(hosts, look)
    look.request = NOTHING // so that the request can be collected
    return candidate
  }

  const foundBy = (candidate: Candidate<P>): Found<P> => ({
    entry: candidate.entry,
    match: candidate.match,
    values: valuesOf(candidate.parameters, candidate.match.segments, look.cut),
  })

  function findAndTell(request: RouteRequest, recorder: Recorder<P>): Found<P> | undefined {
    let winner: Candidate<P> | undefined
    searchFor(request, (candidate, because) => {
      const isWinner = because === undefined && winner === undefined
      if (isWinner) winner = candidate
      recorder(candidate.entry, isWinner ? { won: true } : detailsOf(request, candidate, because ?? 'later'))
    })
    return winner && foundBy(winner)
  }

  function add(first: Candidate<P>) {
    size++
    for (let one: Candidate<P> | undefined = first; one !== undefined; one = one.also)
      addCandidate(rootFor(hosts, one.match), one, shared)
  }

  function remove(first: Candidate<P>) {
    size--
    for (let one: Candidate<P> | undefined = first; one !== undefined; one = one.also) {
      removeCandidate(rootFor(hosts, one.match), one)
      pruneRoot(hosts, one.match)
    }
  }

  return {
    find(request, recorder) {
      if (recorder) return findAndTell(request, recorder)
      const candidate = searchFor(request, undefined)
      return candidate && foundBy(candidate)
    },
    allowed(request) {
      const named: string[] = []
      searchFor(request, ({ entry }, because) => {
        if (because === 'method') named.push(...entry.route.frontend.methods)
      })
      return methodsTaken(named)
    },
    replace(api, entries) {
      const toCandidate = (entry: RouterEntry<P>, place: number) => toCandidates(entry, place, shared)
      const { list, gone, added } = changeList(apis.get(api) ?? emptyList, entries, toCandidate)
      for (const candidate of gone) remove(candidate)
      for (const candidate of added) add(candidate)
      if (entries.length === 0) apis.delete(api)
      else apis.set(api, list)
    },
    entriesOf: (api) => apis.get(api)?.entries ?? [],
    get size() {
      return size
    },
  }
}

/** What a router looks at before its first request. */
const NOTHING: RouteRequest = {
  host: '',
  port: undefined,
  path: '/',
  method: '',
  headerValue: () => undefined,
  queryValue: () => undefined,
  needs: 0,
}
