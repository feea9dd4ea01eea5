import type { JsonObject } from '../../json.ts'
import { escapePointer, isObject } from '../../json.ts'
import type { Warn } from '../compile/warn.ts'
import type { ApiRoute } from '../route.ts'
import { createIds } from './ids.ts'
import { createResolver } from './resolve.ts'
import type { RoutePath } from './route-path.ts'
import { requestKey, toRoutePath } from './route-path.ts'

/** The methods that a path of a document may have. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
type Method = (typeof methods)[number]

/** An operation that a route can take, and what it comes from. */
export interface ImportedOperation extends Pick<ApiRoute, 'id' | 'name' | 'enabled' | 'frontend'> {
  readonly item: JsonObject
  readonly operation: JsonObject
  /** JSON pointers to the path and to the operation. */
  readonly pointer: { readonly item: string; readonly operation: string }
}

/** The operations of a document in its order. One that no route can take, or that another answers already, is a warning. */
export function readOperations(document: JsonObject, warn: Warn): ImportedOperation[] {
  const resolve = createResolver(document, warn)
  const toId = createIds()
  const owners = new Map<string, string>()

  function read(item: JsonObject, method: Method, { template, pointer }: Path): ImportedOperation | string {
    const place = `${pointer}/${method}`
    const operation = resolve(item[method], place)
    if (!isObject(operation)) return 'What is under the method is no object'
    const route = toRoutePath(template)
    if ('unfit' in route) return `The path ${route.unfit}: no route can take it`
    const key = requestKey(method, route)
    const owner = owners.get(key)
    if (owner !== undefined) return `The route ${owner} takes the same requests: this operation has none of its own`
    const id = toId(textOf(operation.operationId) ?? '', `${method}${template}`)
    owners.set(key, id)
    const name = textOf(operation.summary)
    return {
      id,
      ...(name !== undefined && { name }),
      enabled: true,
      frontend: toFrontend(method, route),
      item,
      operation,
      pointer: { item: pointer, operation: place },
    }
  }

  return pathsOf(document, warn).flatMap((path) => {
    const item = resolve(path.value, path.pointer)
    if (!isObject(item)) {
      warn(path.pointer, 'What is under the path is no object')
      return []
    }
    return methods.flatMap((method) => {
      const found = item[method] === undefined ? [] : read(item, method, path)
      if (typeof found !== 'string') return found
      warn(`${path.pointer}/${method}`, found)
      return []
    })
  })
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const toFrontend = (method: Method, { path, query }: RoutePath): NonNullable<ApiRoute['frontend']> => ({
  paths: [path],
  methods: [method.toUpperCase()],
  ...(query && { query }),
  strip_path: false,
  exact: true,
})

/** A path of the document, and what is under it. */
interface Path {
  readonly template: string
  readonly value: unknown
  readonly pointer: string
}

/** What is under each path; extensions are none. */
function pathsOf({ paths }: JsonObject, warn: Warn): Path[] {
  if (!isObject(paths)) {
    warn('/paths', 'The document has no paths, and the API no routes')
    return []
  }
  return Object.entries(paths)
    .filter(([template]) => !template.startsWith('x-'))
    .map(([template, value]) => ({ template, value, pointer: `/paths/${escapePointer(template)}` }))
}
