import { isObject, type JsonObject } from '../../machine/json/json.ts'
import { stepsOf, valueAt } from '../../machine/json/pointer.ts'
import type { Warn } from '../compile/warn.ts'

/** Resolves the reference of a value; `pointer` is where the value is. */
export type Resolve = (value: unknown, pointer: string) => unknown

/**
 * Creates a resolver of `$ref`s inside a document. Members beside a `$ref` override its target's. A reference
 * that leaves the document, is missing or is circular causes a warning; then only the members beside it remain.
 */
export const createResolver =
  (document: JsonObject, warn: Warn): Resolve =>
  (value, pointer) => {
    const seen = new Set<string>()
    let beside: JsonObject = {}
    let node = value
    while (isObject(node) && typeof node.$ref === 'string') {
      const { $ref: reference, ...others } = node
      beside = { ...others, ...beside }
      node = seen.has(reference) ? undefined : findAt(document, reference)
      if (node === undefined)
        warn(`${pointer}/$ref`, `The reference ${reference.slice(0, 200)} ${whyNot(reference, seen)}`)
      if (node === undefined) return beside
      seen.add(reference)
    }
    return isObject(node) ? { ...node, ...beside } : node
  }

const whyNot = (reference: string, seen: ReadonlySet<string>): string => {
  if (seen.has(reference)) return 'is circular'
  return reference.startsWith('#')
    ? 'has no target'
    : 'is outside the document and is not fetched: copy its target into the document'
}

/** The target of a reference of the form `#/a/b` (RFC 6901, section 6). */
const findAt = (document: JsonObject, reference: string): unknown =>
  /^#(\/|$)/.test(reference) ? valueAt(document, stepsOf(decode(reference.slice(1)))) : undefined

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
