import { isObject, type JsonObject } from '@signalbox/core/gateway'
import { valueAt } from './pointer.ts'

/** Something of a document is missing, or cannot be understood. The message says what and where. */
export class DocumentFault extends Error {}

/** A value in a document, without its references, and a JSON pointer to it. */
export interface Place {
  readonly value: unknown
  readonly pointer: string
}

/** The dialects of OpenAPI documents: Swagger 2.0, OpenAPI 3.0, and 3.1 with everything later. */
export type Dialect = '2.0' | '3.0' | '3.1'

/** An OpenAPI document. Its text is parsed when it is asked for first. */
export interface OpenApiDocument {
  readonly root: JsonObject
  readonly dialect: Dialect
  /** The value at a pointer, after following its references. Throws a `DocumentFault` for one that leads nowhere. */
  at(pointer: string): Place
  /** What other code keeps for the document, under a key of its own; made when it is asked for first. */
  kept<T>(key: symbol, make: (document: OpenApiDocument) => T): T
}

/** More references in a row are a circle. */
const MOST_REFERENCES = 50

/** Creates a document from its JSON text. References are resolved inside the document only; nothing is ever fetched. */
export function createDocument(text: string): OpenApiDocument {
  const kept = new Map<symbol, unknown>()
  let parsed: JsonObject | undefined
  const document: OpenApiDocument = {
    get root() {
      parsed ??= rootOf(text)
      return parsed
    },
    get dialect() {
      const { openapi, swagger } = document.root
      return swagger !== undefined ? '2.0' : String(openapi).startsWith('3.0') ? '3.0' : '3.1'
    },
    at(pointer) {
      let place = pointer
      for (let i = 0; i < MOST_REFERENCES; i++) {
        const value = valueAt(document.root, place)
        if (value === undefined) throw new DocumentFault(`There is nothing at ${place}`)
        if (!isObject(value) || typeof value.$ref !== 'string') return { value, pointer: place }
        place = target(value.$ref, place)
      }
      throw new DocumentFault(`The reference at ${pointer} is circular`)
    },
    kept<T>(key: symbol, make: (document: OpenApiDocument) => T): T {
      if (!kept.has(key)) kept.set(key, make(document))
      return kept.get(key) as T
    },
  }
  return document
}

/** The pointer that a `$ref` names. Throws a `DocumentFault` if it leaves the document. */
export function target(reference: string, from: string): string {
  if (/^#(\/|$)/.test(reference)) return decoded(reference.slice(1))
  throw new DocumentFault(
    `The reference ${reference.slice(0, 200)} at ${from} is not a place in the document, and nothing is fetched: copy its target into the document`,
  )
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function rootOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new DocumentFault('The document is not an object')
  return value
}
