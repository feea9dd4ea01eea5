import type { Candidate } from './candidate.ts'
import { toCandidates } from './candidate.ts'
import { detailsOf } from './details.ts'
import { emptyHosts, pruneRoot, rootFor } from './hosts.ts'
import { keptOf } from './kept.ts'
import { bitsFor, methodsTaken } from './methods.ts'
import { valuesOf } from './parameters.ts'
import { cutPath, emptyCut } from './path-cut.ts'
import { createPatterns } from './patterns.ts'
import type { Found, Recorder, RouteRequest, Router, RouterEntry } from './router.ts'
import type { Look, Tell } from './search.ts'
import { search } from './search.ts'
import { addCandidate, removeCandidate } from './trie.ts'

/** The routes of an API. The first candidate of each has the same index; `undefined` if it takes no requests. */
interface Listed<P> {
  readonly entries: readonly RouterEntry<P>[]
  readonly candidates: readonly (Candidate<P> | undefined)[]
}

/**
 * Creates a router without routes. Disabled routes are kept in the lists of their APIs, but take no requests.
 *
 * @example
 * const router = createRouter<string>()
 * router.replace('shop', compile(api).routes.map((route) => ({ route, plan: route.id })))
 */
export function createRouter<P>(): Router<P> {
  const hosts = emptyHosts<P>()
  const patterns = createPatterns()
  const apis = new Map<string, Listed<P>>()
  let size = 0
  const look: Look<P> = { request: NOTHING, cut: emptyCut(), methods: 0, port: undefined, tell: undefined }

  /** Looks for the first candidate; with `tell`, at all of them. */
  function searchFor(request: RouteRequest, tell: Tell<P> | undefined): Candidate<P> | undefined {
    cutPath(look.cut, request.path)
    look.request = request
    look.methods = bitsFor(request.method)
    look.tell = tell
    return search(hosts, look)
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
      addCandidate(rootFor(hosts, one.match), one, patterns)
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
      const before = apis.get(api) ?? NO_ROUTES
      const kept = keptOf(before.entries.map(planOf), entries.map(planOf))
      const now = entries.map((entry, place) => {
        const was = kept[place] as number
        if (was < 0) return { entry, candidate: toCandidates(entry, place, patterns) }
        return { entry: before.entries[was] as RouterEntry<P>, candidate: before.candidates[was] }
      })
      const stays = new Uint8Array(before.entries.length)
      for (const was of kept) if (was >= 0) stays[was] = 1
      for (const [was, candidate] of before.candidates.entries()) if (candidate && !stays[was]) remove(candidate)
      for (const [place, { candidate }] of now.entries())
        for (let one = candidate; one !== undefined; one = one.also) one.place = place
      for (const [place, { candidate }] of now.entries()) if (candidate && (kept[place] as number) < 0) add(candidate)
      if (now.length === 0) apis.delete(api)
      else apis.set(api, { entries: now.map(({ entry }) => entry), candidates: now.map((one) => one.candidate) })
    },
    entriesOf: (api) => apis.get(api)?.entries ?? [],
    get size() {
      return size
    },
  }
}

const planOf = <P>({ plan }: RouterEntry<P>): P => plan

const NO_ROUTES: Listed<never> = { entries: [], candidates: [] }

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
