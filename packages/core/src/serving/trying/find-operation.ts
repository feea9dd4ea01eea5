import { createResolver, type Resolve } from '../../gateway/import-openapi/resolve.ts'
import { isObject, type JsonObject } from '../../machine/json/json.ts'

/** The parts of an OpenAPI operation that a call needs. */
export interface DeclaredOperation {
  /** The method in upper case. */
  readonly method: string
  /** The path as the document has it. */
  readonly path: string
  readonly query: ReadonlySet<string>
  /** Names in lower case. */
  readonly header: ReadonlySet<string>
  /** The media type of bodies that is declared first. */
  readonly contentType: string | undefined
}

/** Finds an operation of a document of version 2.0 to 3.2 by its method and its path as written; `undefined` if there is none. */
export function findOperation(
  document: JsonObject,
  { method, path }: { readonly method: string; readonly path: string },
): DeclaredOperation | undefined {
  const resolve = createResolver(document, () => {})
  const item = resolve(member(member(document, 'paths'), path), '')
  const name = method.toLowerCase()
  const value = fixed.has(name)
    ? member(item, name)
    : member(member(item, 'additionalOperations'), method.toUpperCase())
  const operation = resolve(value, '')
  if (!path.startsWith('/') || !isObject(operation) || unsent.has(name)) return undefined
  const own = declared(member(operation, 'parameters'), resolve)
  const parameters = [...own, ...declared(member(item, 'parameters'), resolve)]
  const namesIn = (place: string) => parameters.flatMap((one) => (one.in === place ? [one.name] : []))
  return {
    method: method.toUpperCase(),
    path,
    query: new Set(namesIn('query')),
    header: new Set(namesIn('header').map((one) => one.toLowerCase())),
    contentType: contentTypeOf(operation, { document, resolve }),
  }
}

/** The methods that are members of a path item. */
const fixed: ReadonlySet<string> = new Set([
  ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'],
])

/** Methods that no gateway passes on. */
const unsent: ReadonlySet<string> = new Set(['trace', 'connect', 'track'])

/** A member of an object of the document's own: names such as `__proto__` are no members. */
const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const declared = (list: unknown, resolve: Resolve) =>
  (Array.isArray(list) ? list : []).flatMap((one) => {
    const parameter = resolve(one, '')
    const [name, place] = [member(parameter, 'name'), member(parameter, 'in')]
    return typeof name === 'string' && typeof place === 'string' ? [{ name, in: place }] : []
  })

function contentTypeOf(
  operation: JsonObject,
  { document, resolve }: { readonly document: JsonObject; readonly resolve: Resolve },
): string | undefined {
  const content = member(resolve(member(operation, 'requestBody'), ''), 'content')
  const consumes = member(operation, 'consumes') ?? member(document, 'consumes')
  const [first] = isObject(content) ? Object.keys(content) : Array.isArray(consumes) ? consumes : []
  return typeof first === 'string' && !first.includes('*') ? first : undefined
}
