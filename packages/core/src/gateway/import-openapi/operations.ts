import { escapePointer, isObject, type JsonObject } from '../../machine/json/json.ts'
import type { Warn } from '../compile/warn.ts'
import type { ApiRoute } from '../routes/route.ts'
import { createIds } from './ids.ts'
import { createResolver } from './resolve.ts'
import { type RoutePath, requestKey, toRoutePath } from './route-path.ts'
import type { FindParameter } from './route-segments.ts'

/** The methods that are members of a path item, including OpenAPI 3.2. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

/** The syntax of a method name (RFC 9110, section 9.1). */
const METHOD = /^[\w!#$%&'*+.^`|~-]+$/

/** An operation that becomes a route, and its source. */
export interface ImportedOperation extends Pick<ApiRoute, 'id' | 'name' | 'enabled' | 'frontend'> {
  readonly item: JsonObject
  readonly operation: JsonObject
  /** JSON pointers to the path item and to the operation. */
  readonly pointer: { readonly item: string; readonly operation: string }
}

/** The operations of a document that become routes, and the reason for each that cannot (`lost`). */
export interface ReadOperations {
  readonly operations: readonly ImportedOperation[]
  readonly lost: readonly string[]
}

/**
 * Reads the operations of a document in order. Warns about an operation that no route can express, or that an earlier
 * one already answers.
 */
export function readOperations(document: JsonObject, warn: Warn): ReadOperations {
  const resolve = createResolver(document, warn)
  const quietly = createResolver(document, () => {})
  const toId = createIds()
  const owners = new Map<string, string>()

  const lost: string[] = []
  const noted = new Set<string>()

  function read(item: JsonObject, { method, value, place }: Written, { template, pointer }: Path) {
    const operation = resolve(value, place)
    if (!isObject(operation)) return 'The operation is not an object'
    if (!METHOD.test(method)) return `${method.slice(0, 100)} is not a valid HTTP method`
    const parameters = [...listOf(operation.parameters), ...listOf(item.parameters)]
    const route = toRoutePath(template, (name) => placeOf(parameters, name))
    if ('unfit' in route) return `The path ${route.unfit}: it cannot become a route`
    if (route.notes && !noted.has(pointer)) warn(pointer, `The path is adapted: ${route.notes.join('; ')}`)
    noted.add(pointer)
    const key = requestKey(method, route)
    const owner = owners.get(key)
    if (owner !== undefined)
      return `The route ${owner} matches the same requests: this operation has no route of its own`
    const id = toId(textOf(operation.operationId) ?? '', `${method}${template}`)
    owners.set(key, id)
    const name = textOf(operation.summary)
    const found: ImportedOperation = {
      id,
      ...(name !== undefined && { name }),
      enabled: true,
      frontend: toFrontend(method, route),
      item,
      operation,
      pointer: { item: pointer, operation: place },
    }
    return found
  }

  /** Finds where a parameter is sent; the first one with this name counts. */
  function placeOf(parameters: readonly unknown[], name: string): ReturnType<FindParameter> {
    for (const parameter of parameters) {
      const found = isObject(parameter) && typeof parameter.$ref === 'string' ? quietly(parameter, '') : parameter
      if (isObject(found) && found.name === name && isPlace(found.in)) return found.in
    }
    return undefined
  }

  const operations = pathsOf(document, warn).flatMap((path) => {
    const item = resolve(path.value, path.pointer)
    if (!isObject(item)) {
      warn(path.pointer, 'The path item is not an object')
      return []
    }
    return writtenIn(item, path.pointer).flatMap((written) => {
      const found = read(item, written, path)
      if (typeof found !== 'string') return found
      warn(written.place, found)
      lost.push(found)
      return []
    })
  })
  return { operations, lost }
}

/** An operation as written in the document. */
interface Written {
  readonly method: string
  readonly value: unknown
  /** A JSON pointer to the operation. */
  readonly place: string
}

/** The operations of a path item: first the fixed methods, then the additional ones of OpenAPI 3.2. */
function writtenIn(item: JsonObject, pointer: string): Written[] {
  const { additionalOperations } = item
  const more = isObject(additionalOperations) ? Object.entries(additionalOperations) : []
  return [
    ...methods.flatMap((method) =>
      item[method] === undefined ? [] : [{ method, value: item[method], place: `${pointer}/${method}` }],
    ),
    ...more.map(([method, value]) => ({
      method,
      value,
      place: `${pointer}/additionalOperations/${escapePointer(method)}`,
    })),
  ]
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isPlace = (value: unknown): value is 'path' | 'query' | 'header' =>
  value === 'path' || value === 'query' || value === 'header'

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const toFrontend = (method: string, { path, query, headers }: RoutePath): NonNullable<ApiRoute['frontend']> => ({
  paths: [path],
  methods: [method.toUpperCase()],
  ...(query && { query }),
  ...(headers && { headers }),
  strip_path: false,
  strip_context_path: true,
  exact: true,
})

/** A path of the document and its path item. */
interface Path {
  readonly template: string
  readonly value: unknown
  readonly pointer: string
}

/** The paths of a document, without extensions (`x-…`). */
function pathsOf({ paths }: JsonObject, warn: Warn): Path[] {
  if (!isObject(paths)) {
    warn('/paths', 'The document has no paths, so the API has no routes')
    return []
  }
  return Object.entries(paths)
    .filter(([template]) => !template.startsWith('x-'))
    .map(([template, value]) => ({ template, value, pointer: `/paths/${escapePointer(template)}` }))
}
