import { createResolver, isObject, type JsonObject, own } from '@signalbox/core/gateway'
import { slugOf } from '../slug.ts'
import { cut } from './values.ts'

/** An OpenAPI document, as JSON. */
export type Document = Readonly<Record<string, unknown>>

/** Follows the reference of a value. Without a target, only the members beside the reference are left. */
export type Follow = (value: unknown) => unknown

/** An operation of a document; its parts are read when it is shown. */
export interface Operation {
  /** In capitals. */
  readonly method: string
  /** As the document writes it: `/orders/{id}`. */
  readonly path: string
  /** The id of its heading, unique in the document. */
  readonly anchor: string
  readonly title: string
  readonly description: string
  readonly isDeprecated: boolean
  readonly tags: readonly string[]
  /** The path item and the operation, without references to them. */
  readonly item: JsonObject
  readonly own: JsonObject
}

/** The methods that are members of a path item, including OpenAPI 3.2. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

/** Creates the function that follows references inside a document. Nothing is fetched. */
export function followIn(document: Document): Follow {
  const resolve = createResolver(document, () => {})
  return (value) => resolve(value, '')
}

/** The operations of a document, in its order. What is not well formed is left out. */
export function readOperations(document: Document, follow: Follow): readonly Operation[] {
  const anchors = new Set<string>()
  return Object.entries(objectOf(document.paths)).flatMap(([path, written]) => {
    const item = follow(written)
    if (path.startsWith('x-') || !isObject(item)) return []
    return written3(item).flatMap(([method, given]) => {
      const found = follow(given)
      if (!isObject(found)) return []
      const request = `${method.toUpperCase()} ${path}`
      const id = textOf(found.operationId)
      const operation: Operation = {
        ...{ method: method.toUpperCase(), path, item, own: found },
        anchor: slugOf(id || request, anchors),
        title: cut(textOf(found.summary) || id || request, 300),
        description: textOf(found.description),
        isDeprecated: found.deprecated === true,
        tags: listOf(found.tags).filter((tag) => typeof tag === 'string'),
      }
      return [operation]
    })
  })
}

/** The operations of a path item: first the fixed methods, then the additional ones of OpenAPI 3.2. */
const written3 = (item: JsonObject): readonly (readonly [string, unknown])[] => [
  ...methods.flatMap((method) => (Object.hasOwn(item, method) ? [[method, item[method]] as const] : [])),
  ...Object.entries(objectOf(item.additionalOperations)),
]

/** A value as an object; an empty one if it is none. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
/** A value as a list; an empty one if it is none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** A value as a text without spaces around it; an empty one if it is none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** A member of a value that may be no object. */
export const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? own(value, name) : undefined)
