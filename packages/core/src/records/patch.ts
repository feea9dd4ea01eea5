import type { Operation } from 'fast-json-patch'
import jsonpatch from 'fast-json-patch'
import { failure, problem, SignalboxError } from '../errors.ts'
import { copyJson } from '../json.ts'
import type { Static } from '../schema.ts'
import type { jsonPatch } from './contract.ts'

/** The operations of a JSON Patch (RFC 6902). */
export type JsonPatch = Static<typeof jsonPatch>

/**
 * Applies a JSON Patch to a copy; a path may miss its leading slash. `limit` bounds the document in bytes of JSON: what an
 * operation inserts is measured before it is applied. A failing `test` is a CONFLICT, any other failing operation is
 * INVALID with its index, a document about to grow too large TOO_LARGE.
 */
export function applyPatch(document: unknown, patch: JsonPatch, limit: number): unknown {
  let result = copyJson(document)
  let size = sizeOf(result)
  let copied = 0
  for (const [index, sent] of patch.entries())
    try {
      const operation = toOperation(sent)
      const { inserted, removed } = growth(result, operation)
      if (operation.op === 'copy') copied += inserted
      size += inserted - removed
      if (inserted > 0 && Math.max(size, copied) > limit) throw tooLarge(index, limit)
      result = jsonpatch.applyOperation(result, operation, true, true, true, index).newDocument
    } catch (cause) {
      throw cause instanceof SignalboxError ? cause : failed(sent, index, cause)
    }
  return result
}

/** With the slashes that may be missing, and a value of its own: an operation may change what an earlier one inserted. */
function toOperation({ path, from, value, ...rest }: JsonPatch[number]): Operation {
  return {
    ...rest,
    path: withSlash(path),
    ...(from !== undefined && { from: withSlash(from) }),
    ...(value !== undefined && { value: copyJson(value) }),
  } as Operation
}

const withSlash = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`)

/** By how many bytes an operation makes the document grow and shrink. */
function growth(document: unknown, operation: Operation) {
  const name = sizeOf(operation.path.slice(operation.path.lastIndexOf('/') + 1)) + 2
  switch (operation.op) {
    case 'add':
      return { inserted: sizeOf(operation.value) + name, removed: 0 }
    case 'copy':
      return { inserted: sizeAt(document, operation.from) + name, removed: 0 }
    case 'replace':
      return { inserted: sizeOf(operation.value), removed: sizeAt(document, operation.path) }
    case 'remove':
      return { inserted: 0, removed: sizeAt(document, operation.path) }
    default:
      return { inserted: 0, removed: 0 }
  }
}

const sizeAt = (document: unknown, path: string): number => sizeOf(jsonpatch.getValueByPointer(document, path))

const encoder = new TextEncoder()
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

const tooLarge = (index: number, limit: number) =>
  failure(
    'TOO_LARGE',
    `Operation ${index} of the patch would make the record larger than ${limit} bytes`,
    problem('error.patch.size', index, limit),
  )

function failed({ op, path }: JsonPatch[number], index: number, cause: unknown): SignalboxError {
  const isTest = (cause as { name?: unknown }).name === 'TEST_OPERATION_FAILED'
  return new SignalboxError(
    isTest ? 'CONFLICT' : 'INVALID',
    isTest
      ? `Operation ${index} of the patch failed: the record does not have the tested value at ${path}`
      : `Operation ${index} of the patch (${op} ${path}) cannot be applied`,
    { errors: [problem(isTest ? 'error.patch.test' : 'error.patch.operation', index)], cause },
  )
}
