import { answered } from '../../machine/answers/answer.ts'
import { copyJson, escapePointer } from '../../machine/json/json.ts'
import { answerAs, type JsonText, jsonText } from '../../machine/json/json-text.ts'
import { matches } from '../../machine/keys/pattern.ts'
import { firstPage } from '../../machine/records/lists/page.ts'
import { compileSelect } from '../../machine/records/lists/select.ts'
import { createDigest, digest } from '../../machine/secrets/secret.ts'
import { answerTurn } from '../../machine/time/event-loop-turns.ts'
import type { CallContext, Input } from '../../operation.ts'
import type { Reads } from '../../ports.ts'
import { type Compiled, type CompiledRoute, compiledRouteSchema } from './compiled-route.ts'
import type { allRoutes } from './contract.ts'

/** The query of the list of all routes. */
export type RouteQuery = Input<typeof allRoutes>

/** All routes that one caller may see, and their digest. */
interface Whole {
  readonly compiled: Compiled
  readonly digest: string
}

/** How many routes are processed without a pause: a few milliseconds of work. */
const SLICE = 100

/** How many compiled lists are cached, one for each set of grants. */
const MOST_KEPT = 4

/**
 * Caches the compiled routes of all APIs for callers that poll. Routes are compiled once until the next event; the ETag
 * covers all routes and the query. Compiling and serializing happen in slices, so that other calls are not held up.
 */
export function createRouteLists(store: Reads) {
  const kept = new Map<string, Promise<Whole>>()
  let keptOf = -1

  /** Returns the routes that `name` may see, compiled again after any new event. */
  async function whole(name: string, compile: () => Promise<Compiled>): Promise<Whole> {
    const head = await store.head()
    if (head !== keptOf) kept.clear()
    keptOf = head
    const known = kept.get(name)
    if (known) return known
    const made = compile().then(async (compiled) => ({ compiled, digest: await digestOf(compiled) }))
    made.catch(() => kept.delete(name))
    kept.set(name, made)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string)
    return made
  }

  return async (query: RouteQuery, call: CallContext, compile: () => Promise<Compiled>) => {
    const { compiled, digest: said } = await whole(nameOf(call), compile)
    const answer = await select(compiled, query)
    return answered(
      await answerAs(call, {
        text: (): Promise<JsonText> => jsonText(textOf(answer)),
        value: async () => ({ ...answer, routes: await copies(answer.routes), warnings: [...answer.warnings] }),
      }),
      { version: digest(JSON.stringify([said, query])) },
    )
  }
}

/** A cache key: callers with the same key see the same routes. */
const nameOf = ({ caller }: CallContext): string =>
  JSON.stringify([
    caller.isAdmin,
    caller.patterns('R', 'Api'),
    caller.patterns('R', 'Backend'),
    caller.authInfo === undefined,
  ])

/** Selects the requested routes and the warnings about their APIs. */
async function select({ routes, warnings }: Compiled, { pattern, page, pageSize, filter, sorted }: RouteQuery) {
  const isSelected = pattern !== undefined || filter !== undefined || sorted !== undefined
  const isPaged = page !== undefined || pageSize !== undefined
  if (!isSelected && !isPaged) return { routes, warnings }
  const { matches: fits, order } = compileSelect(compiledRouteSchema, {
    ...(filter && { filter }),
    ...(sorted !== undefined && { sorted }),
  })
  const found: CompiledRoute[] = []
  for (const [i, route] of routes.entries()) {
    if (i > 0 && i % (10 * SLICE) === 0) await answerTurn()
    if ((pattern === undefined || matches(pattern, route.api_ref)) && fits(route)) found.push(route)
  }
  if (order) {
    const keyed = found.map((route) => ({ route, by: order.of(route) })).sort((a, b) => order.compare(a.by, b.by))
    found.splice(0, found.length, ...keyed.map(({ route }) => route))
  }
  const size = pageSize ?? firstPage.pageSize
  const first = ((page ?? firstPage.page) - 1) * size
  const shown = isPaged ? found.slice(first, first + size) : found
  const apis = new Set(shown.map(({ api_ref }) => `/${escapePointer(api_ref)}`))
  return {
    routes: shown,
    warnings: warnings.filter(({ pointer }) => apis.has(/^\/[^/]*/.exec(pointer)?.[0] ?? '')),
    ...(isPaged && {
      metadata: {
        page: page ?? firstPage.page,
        pageSize: size,
        count: found.length,
        nbPages: Math.ceil(found.length / size),
      },
    }),
  }
}

async function digestOf({ routes, warnings }: Compiled): Promise<string> {
  const all = createDigest()
  for (const [i, route] of routes.entries()) {
    if (i > 0 && i % SLICE === 0) await answerTurn()
    all.add(JSON.stringify(route))
  }
  all.add(JSON.stringify(warnings))
  return all.end()
}

/** Serializes the result slice by slice. */
async function* textOf({ routes, ...others }: Awaited<ReturnType<typeof select>>): AsyncGenerator<string, undefined> {
  yield '{"routes":['
  for (let from = 0; from < routes.length; from += SLICE) {
    if (from > 0) await answerTurn()
    const slice = routes.slice(from, from + SLICE)
    yield (from > 0 ? ',' : '') + slice.map((route) => JSON.stringify(route)).join(',')
  }
  yield `],${JSON.stringify(others).slice(1)}`
}

/** Copies the routes, so that a caller in this process can change them. */
async function copies(routes: readonly CompiledRoute[]): Promise<CompiledRoute[]> {
  const all: CompiledRoute[] = []
  for (const [i, route] of routes.entries()) {
    if (i > 0 && i % SLICE === 0) await answerTurn()
    all.push(copyJson(route) as CompiledRoute)
  }
  return all
}
