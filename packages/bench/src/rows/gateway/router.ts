import { createRouter, type RouteRequest, type Router, type RouterEntry } from '@signalbox/gateway'
import { TrieRouter } from 'hono/router/trie-router'
import { startChild } from '../../child.ts'
import { type Candidate, type Effort, race, type Standing } from '../../harness.ts'
import { entriesOfApi, pathsWithHosts, ROUTES_OF_API, routeRequests } from '../../route-workload.ts'
import type { Row, RowGroup } from '../../row.ts'

const FEW = 10_000
const MANY = 100_000
const MOST = { fewUs: 1, manyUs: 2, changeMs: 1, loadMs: 500, bytes: 300 }

/** The cost of finding and changing routes. */
export const router: RowGroup = {
  title: `Routes of the gateway, ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')}`,
  async measure(effort) {
    const bytes = await bytesOfRoute(MANY)
    const apis = manyApis(MANY)
    return [
      ...matchRows(await matchTimes(apis, effort)),
      ...changeRows(await changeTimes(apis, effort)),
      {
        what: 'bytes per route, in addition to the compiled route',
        figure: `${bytes.toFixed(0)} B`,
        ...atMost(bytes, MOST.bytes, 'B'),
      },
    ]
  },
}

/** The entries of APIs with some number of routes in all. */
export const manyApis = (routes: number): RouterEntry<object>[][] =>
  Array.from({ length: routes / ROUTES_OF_API }, (_, api) => entriesOfApi(api))

/** The times of finding the route of a request, compared with a lookup of the whole path and a split. */
export function matchTimes(apis: readonly RouterEntry<object>[][], effort: Effort): Promise<Standing[]> {
  const few = apis.slice(0, apis.length / (MANY / FEW))
  const requests = routeRequests(200_000, few.length)
  const whole = new Map(requests.map((one) => [`${one.host}${one.path}`, one]))
  const trie = new TrieRouter<string>()
  for (const path of pathsWithHosts(few.length)) trie.add('ALL', path, path)
  const own = routerOf(few)
  const large = routerOf(apis)
  return race(
    [
      toCandidate('map and split', requests, ({ host, path }) => [whole.get(`${host}${path}`), path.split('/')]),
      toCandidate('few', requests, (one) => own.find(one)),
      toCandidate('trie of Hono', requests, ({ host, path }) => trie.match('GET', `/${host}${path}`)),
      toCandidate('many', routeRequests(200_000, apis.length), (one) => large.find(one)),
      toCandidate('many, few in use', requests, (one) => large.find(one)),
    ],
    effort,
  )
}

/** Finds the routes of requests in turn; each has to have one. */
function toCandidate(
  name: string,
  requests: readonly RouteRequest[],
  find: (request: RouteRequest) => unknown,
): Candidate {
  let next = 0
  return {
    name,
    run(times) {
      for (let i = 0; i < times; i++) {
        if (find(requests[next] as RouteRequest) === undefined) throw new Error(`No route: ${requests[next]?.path}`)
        next = (next + 1) % requests.length
      }
    },
  }
}

function routerOf(apis: readonly RouterEntry<object>[][]): Router<object> {
  const all = createRouter<object>()
  for (const [api, entries] of apis.entries()) all.replace(`api-${api}`, entries)
  return all
}

/** The times of changes, compared with a router that is built anew. */
export function changeTimes(apis: readonly RouterEntry<object>[][], effort: Effort): Promise<Standing[]> {
  const changed = routerOf(apis)
  const large = entriesOfApi(apis.length, FEW / ROUTES_OF_API)
  changed.replace('large', large)
  let turn = 0
  const anew = (entry: RouterEntry<object>) => ({ route: entry.route, plan: {} })
  return race(
    [
      { name: 'all anew', run: repeated(() => routerOf(apis)) },
      {
        name: `an API of ${ROUTES_OF_API}`,
        run: repeated(() => {
          turn = (turn + 13) % apis.length
          changed.replace(`api-${turn}`, apis[turn]!.map(anew))
        }),
      },
      {
        name: `one of ${FEW}`,
        run: repeated(() => {
          turn = (turn + 13) % FEW
          changed.replace('large', large.with(turn, anew(large[turn]!)))
        }),
      },
    ],
    effort,
  )
}

const repeated = (work: () => unknown) => (times: number) => {
  for (let i = 0; i < times; i++) work()
}

function matchRows(standings: readonly Standing[]): Row[] {
  const [byHand, few, hono, many, inUse] = standings as [Standing, Standing, Standing, Standing, Standing]
  const row = (what: string, { nanoseconds, ratio }: Standing, most?: number): Row => ({
    what,
    figure: `${nanoseconds.toFixed(0)} ns`,
    ratio: ratio.toFixed(2),
    ...(most !== undefined && atMost(nanoseconds / 1000, most, 'µs')),
  })
  return [
    row('lookup of host and path in a `Map`, and `split`', byHand),
    row(`the route of a request among ${FEW.toLocaleString('en')}`, few, MOST.fewUs),
    row('the same by `TrieRouter` of Hono, without conditions', hono),
    row(`the route of a request among ${MANY.toLocaleString('en')}, a tenth of them in use`, inUse, MOST.manyUs),
    row('the same, all of them in use alike', many, MOST.manyUs),
  ]
}

function changeRows(standings: readonly Standing[]): Row[] {
  const [load, api, one] = standings as [Standing, Standing, Standing]
  const change = (what: string, { nanoseconds, ratio }: Standing): Row => ({
    what,
    figure: `${(nanoseconds / 1e6).toFixed(3)} ms`,
    ratio: `1 / ${(1 / ratio).toFixed(0)}`,
    ...atMost(nanoseconds / 1e6, MOST.changeMs, 'ms'),
  })
  const ms = load.nanoseconds / 1e6
  return [
    {
      what: `${MANY.toLocaleString('en')} compiled routes into a new router`,
      figure: `${ms.toFixed(0)} ms`,
      ratio: '1',
      ...atMost(ms, MOST.loadMs, 'ms'),
    },
    change(`a change of an API of ${ROUTES_OF_API} among them`, api),
    change(`a change of one route in an API of ${FEW.toLocaleString('en')}`, one),
  ]
}

const atMost = (figure: number, most: number, unit: string) => ({ goal: `≤ ${most} ${unit}`, met: figure <= most })

/** Heap bytes per route. */
export async function bytesOfRoute(count: number): Promise<number> {
  const child = startChild('hold-routes')
  try {
    return (await child.ask<{ bytes: number }>(count)).bytes
  } finally {
    await child.stop()
  }
}
