import { setOwn } from '../../json.ts'
import { shapeOf } from '../compile/collisions.ts'
import type { ApiRoute } from '../route.ts'

/** A path of a document as a route has it. */
export interface RoutePath {
  readonly path: string
  /** What the path asked for behind `?`. */
  readonly query?: Readonly<Record<string, string>>
}

/** Why no route can take a path, to go on from "The path". */
export interface Unfit {
  readonly unfit: string
}

/** What routes cannot say of a segment, in the order it is looked for. */
const unfitSegments: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'has an empty segment'],
  [/^\.{1,2}$/, 'has a segment of dots, which no request carries'],
  [/^\{([+#./;?&].*|.*[+*])\}$/, 'has a parameter that may span segments'],
  [/[{}]/, 'has a parameter that is a part of a segment'],
  [/^:/, 'has a segment that begins with a colon, which would be a parameter'],
  [/\*/, 'has a star, which would be any text'],
]

const PARAMETER = /^\{(?![+#./;?&])[^{}]*[^{}+*]\}$/

/**
 * The path of a route for one of an OpenAPI document: `/users/{id}` becomes `/users/:id`. A parameter is a whole segment; a query with
 * fixed values is one that the route asks for. What would take other requests than the document says is unfit.
 */
export function toRoutePath(template: string): RoutePath | Unfit {
  if (template.includes('#')) return { unfit: 'has a fragment, which no request carries' }
  const [, path = '', search] = /^([^?]*)\??(.*)$/s.exec(template) ?? []
  if (!path.startsWith('/')) return { unfit: 'does not begin with a slash' }
  const segments = path.slice(1).split('/')
  const last = segments.length - 1
  for (const [i, segment] of segments.entries()) {
    if (segment === '' && i === last) continue
    const found = isParameter(segment) ? undefined : unfitSegments.find(([pattern]) => pattern.test(segment))
    if (found) return { unfit: found[1] }
  }
  const route = `/${segments.map(toSegment).join('/')}`
  if (!search) return { path: route }
  const query = toQuery(search)
  return query ? { path: route, query } : { unfit: 'has a query other than names with one fixed value each' }
}

const isParameter = (segment: string): boolean => PARAMETER.test(segment)

const toSegment = (segment: string): string =>
  isParameter(segment) ? `:${segment.slice(1, -1).replace(/[^\w@.~-]/g, '_')}` : segment

function toQuery(search: string): RoutePath['query'] | undefined {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) {
    if (Object.hasOwn(query, name) || /[{}]/.test(name + value)) return undefined
    setOwn(query, name, value)
  }
  return query
}

/** What tells requests apart: the method, the shape of the path as the compiler sees it, and the query. */
export const requestKey = (method: string, { path, query = {} }: RoutePath): string =>
  `${method.toUpperCase()} ${shapeOf(path)} ${JSON.stringify(Object.entries(query).sort())}`

/** The keys of all requests that a route takes, as far as its paths tell them; `*` stands for every method. */
export function requestKeysOf({ frontend = {} }: ApiRoute): string[] {
  const { paths = [], methods = [], query } = frontend
  const all = methods.length === 0 ? ['*'] : methods
  return paths.flatMap((path) => all.map((method) => requestKey(method, { path, ...(query && { query }) })))
}
