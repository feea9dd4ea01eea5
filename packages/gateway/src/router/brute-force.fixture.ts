import {
  type CompiledMatch,
  type CompiledRoute,
  type PathSegment,
  readCondition,
  segmentKinds,
} from '@signalbox/core/gateway'
import type { RouteRequest, RouterEntry } from './router.ts'

/** An entry with its place in the list of its API. */
export interface Listed {
  readonly entry: RouterEntry<object>
  readonly place: number
}

/** A route that takes a request. */
interface Taken extends Listed {
  readonly match: CompiledMatch
  readonly values: readonly string[]
}

/** The route of a request: each route is tested, then the matching routes are sorted. */
export function bruteForce(all: readonly Listed[], request: RouteRequest): Taken | undefined {
  const taken = candidates(all, request).filter(({ entry: { route } }) => takesMethod(route, request.method))
  return taken.sort((a, b) => compare(keyOf(a, request), keyOf(b, request)))[0]
}

/** The methods of routes that take the request but for its method. */
export function bruteForceMethods(all: readonly Listed[], request: RouteRequest): readonly string[] {
  const refused = candidates(all, request).filter(({ entry: { route } }) => !takesMethod(route, request.method))
  const named = new Set(refused.flatMap(({ entry: { route } }) => route.frontend.methods))
  return [...new Set([...named, ...(named.has('GET') ? ['HEAD'] : [])])].sort()
}

/** The routes that take the request with some method. */
const candidates = (all: readonly Listed[], request: RouteRequest): Taken[] =>
  all.flatMap(({ entry, place }) =>
    entry.route.frontend.matches.flatMap((match) => {
      const { route } = entry
      const values = valuesOf(match, route.frontend.exact, request.path)
      const isTaken = values && route.enabled && takesHost(match, request) && takesRest(route, request)
      return isTaken ? [{ entry, place, match, values }] : []
    }),
  )

function takesHost({ host, port }: CompiledMatch, request: RouteRequest): boolean {
  if (port !== undefined && port !== request.port) return false
  if (host === '') return true
  return host.startsWith('*.') ? request.host.endsWith(host.slice(1)) : request.host === host
}

/** The values of the path parameters; `undefined` if the path does not match. */
function valuesOf({ segments, path }: CompiledMatch, exact: boolean, given: string): string[] | undefined {
  const pieces = given.slice(1).split('/')
  const endsWithSlash = pieces.at(-1) === ''
  if (endsWithSlash) pieces.pop()
  const values: string[] = []
  for (const [i, segment] of segments.entries()) {
    const piece = pieces[i]
    if (piece === undefined || piece === '') return undefined
    if (segment.kind === 'rest') return values
    const found = valuesOfSegment(segment, piece)
    if (!found) return undefined
    values.push(...found)
  }
  if (!exact) return values
  const isWhole = pieces.length === segments.length
  return isWhole && (pieces.length === 0 || endsWithSlash === path.endsWith('/')) ? values : undefined
}

function valuesOfSegment(segment: PathSegment, piece: string): string[] | undefined {
  if (segment.kind === 'text') return piece === segment.text ? [] : undefined
  if (segment.kind === 'mixed') return split(segment.parts, piece)
  if (segment.kind === 'regex') return new RegExp(`^(?:${segment.regex})$`).test(piece) ? [piece] : undefined
  return segment.kind === 'parameter' ? [piece] : []
}

/** Tries all lengths of each value, the shortest first. */
function split(parts: Extract<PathSegment, { kind: 'mixed' }>['parts'], piece: string): string[] | undefined {
  const [part, ...others] = parts
  if (!part) return piece === '' ? [] : undefined
  if ('text' in part) return piece.startsWith(part.text) ? split(others, piece.slice(part.text.length)) : undefined
  for (let length = 1; length <= piece.length; length++) {
    const values = split(others, piece.slice(length))
    if (values) return [piece.slice(0, length), ...values]
  }
  return undefined
}

const allowances = ['raw-bytes', 'encoded-slash', 'path-parameters', 'empty-segments'] as const

const takesRest = (route: CompiledRoute, request: RouteRequest): boolean =>
  (!route.testing || request.headerValue(route.testing.header.toLowerCase()) === route.testing.value) &&
  conditionsOf(route).every(([name, written]) => holds(written, request.headerValue(name))) &&
  Object.entries(route.frontend.query).every(([name, written]) => holds(written, request.queryValue(name))) &&
  allowances.every((one, bit) => !(request.needs & (1 << bit)) || route.frontend.allow.includes(one))

/** The conditions on headers, without the testing header. */
const conditionsOf = ({ frontend, testing }: CompiledRoute): [string, string][] =>
  Object.entries(frontend.headers)
    .map(([name, written]): [string, string] => [name.toLowerCase(), written])
    .filter(([name]) => name !== testing?.header.toLowerCase())

function holds(written: string, value: string | undefined): boolean {
  const condition = readCondition(written)
  if (typeof condition === 'string') return true
  if (condition.kind === 'absent') return value === undefined
  if (value === undefined || condition.kind === 'exists') return value !== undefined
  if (condition.kind === 'equal') return value === condition.text
  const regex = condition.kind === 'regex' ? condition.regex : condition.pattern.replaceAll('*', '.*')
  return new RegExp(`^(?:${regex})$`).test(value)
}

const takesMethod = ({ frontend: { methods } }: CompiledRoute, method: string): boolean =>
  methods.length === 0 || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))

/** What orders the routes that take a request: numbers and texts; the smaller comes first. */
function keyOf({ entry: { route }, match, place }: Taken, { method }: RouteRequest): Key {
  const { frontend, draft, api_ref } = route
  const labels = match.host.startsWith('*.') ? match.host.split('.').length : 0
  return {
    host: [match.host === '' ? 2 : labels > 0 ? 1 : 0, -labels, match.port === undefined ? 1 : 0],
    kinds: match.segments.map(({ kind }) => segmentKinds.indexOf(kind)),
    others: [
      frontend.exact ? 0 : 1,
      -match.segments.length,
      draft ? 0 : 1,
      frontend.methods.length === 0 ? 2 : method === 'HEAD' && !frontend.methods.includes('HEAD') ? 1 : 0,
      -conditionsOf(route).length,
      -Object.keys(frontend.query).length,
    ],
    api: api_ref,
    place,
  }
}

interface Key {
  readonly host: readonly number[]
  readonly kinds: readonly number[]
  readonly others: readonly number[]
  readonly api: string
  readonly place: number
}

const compare = (a: Key, b: Key): number =>
  compareAll(a.host, b.host) ||
  compareAll(a.kinds, b.kinds) ||
  compareAll(a.others, b.others) ||
  Buffer.compare(Buffer.from(a.api), Buffer.from(b.api)) ||
  a.place - b.place

/** By the first number that differs, up to the end of the shorter list. */
const compareAll = (a: readonly number[], b: readonly number[]): number =>
  a.map((one, i) => one - (b[i] ?? one)).find((difference) => difference !== 0) ?? 0
