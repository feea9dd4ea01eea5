import { setOwn } from '../../machine/json/json.ts'
import { shapeOf } from '../routes/path-shape.ts'
import type { ApiRoute } from '../routes/route.ts'
import { type FindParameter, toRouteSegments, type Unfit } from './route-segments.ts'

type Conditions = Readonly<Record<string, string>>

/** Which requests a path of a document stands for, as members of a route. */
export interface RoutePath {
  readonly path: string
  readonly query?: Conditions
  readonly headers?: Conditions
  /** Differences in how routes read the path. */
  readonly notes?: readonly string[]
}

/**
 * Converts a path of an OpenAPI document for a route: `/users/{id}` becomes `/users/:id`. Pure.
 * Text after `?` becomes conditions on the query. A fragment after `#` names a required header or query parameter, as
 * in documents of AWS.
 */
export function toRoutePath(template: string, find: FindParameter): RoutePath | Unfit {
  const [, before = '', fragment] = /^([^#]*)#?(.*)$/s.exec(template) ?? []
  const [, written = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(before.replace(/\{[?&][^{}]*\}/g, '')) ?? []
  const route = toRouteSegments(written, find)
  if ('unfit' in route) return route
  const query = toConditions(search, '')
  const named = toConditions(fragment ?? '', 'Exists()')
  if (!query || !named) return { unfit: 'has a query that is not a list of distinct names with one value each' }
  const headers: Record<string, string> = {}
  const notes = [...route.notes]
  for (const [name, condition] of Object.entries(named)) {
    const place = find(name) ?? (condition === 'Exists()' ? undefined : /^x-/i.test(name) ? 'header' : 'query')
    if (place === 'header') setOwn(headers, name, condition)
    else if (place === 'query') setOwn(query, name, condition)
    else notes.push(`the fragment #${name} is ignored, because requests have none`)
  }
  return {
    path: route.path,
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(notes.length > 0 && { notes }),
  }
}

/** Parses names with their required values; `undefined` if a name occurs twice or contains a parameter. */
function toConditions(text: string, whenBare: string): Record<string, string> | undefined {
  const conditions: Record<string, string> = {}
  for (const pair of text.split('&')) {
    if (pair === '') continue
    for (const [name, value] of new URLSearchParams(pair)) {
      const condition = pair.includes('=') ? toCondition(value) : whenBare
      if (Object.hasOwn(conditions, name) || /[{}]/.test(name) || condition === undefined) return undefined
      setOwn(conditions, name, condition)
    }
  }
  return conditions
}

/** Text that routes would read as a condition other than equality. */
const SPECIAL = /^(Exists|NotDefined|Regex|Wildcard|Exact)\(.*\)$/s

function toCondition(value: string): string | undefined {
  const pieces = value.split(/\{[^{}]*\}/)
  if (pieces.some((piece) => /[{}]/.test(piece))) return undefined
  if (pieces.length === 1) return SPECIAL.test(value) ? `Exact(${value})` : value
  if (pieces.join('') === '') return 'Exists()'
  return pieces.some((piece) => piece.includes('*')) ? undefined : `Wildcard(${pieces.join('*')})`
}

/**
 * A key of the requests of a route: the method, the path shape that the compiler compares, the query and the headers.
 */
export const requestKey = (method: string, { path, query = {}, headers = {} }: RoutePath): string =>
  `${method.toUpperCase()} ${shapeOf(path)} ${JSON.stringify([sorted(query), sorted(lowered(headers))])}`

const sorted = (conditions: Conditions) => Object.entries(conditions).sort()
const lowered = (headers: Conditions): Conditions =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The keys of all requests that a route takes by its paths; `*` stands for every method. */
export function requestKeysOf({ frontend = {} }: ApiRoute): string[] {
  const { paths = [], methods = [], query = {}, headers = {} } = frontend
  const all = methods.length === 0 ? ['*'] : methods
  return paths.flatMap((path) => all.map((method) => requestKey(method, { path, query, headers })))
}
