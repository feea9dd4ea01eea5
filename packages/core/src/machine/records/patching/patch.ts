import jsonpatch, { type Operation } from 'fast-json-patch'
import { failure, problem, SignalboxError } from '../../errors/errors.ts'
import { copyJson, escapePointer, isObject } from '../../json/json.ts'
import { isIndex, stepsOf, valueAt } from '../../json/pointer.ts'
import type { JsonPatchOperation } from '../contract.ts'

/** The operations of a JSON Patch (RFC 6902). */
export type JsonPatch = readonly JsonPatchOperation[]

/**
 * Applies a JSON Patch to a copy; a path may lack its leading slash. `limit` is the most bytes of JSON the document may
 * have, and is checked before an insertion is applied. Throws CONFLICT for a failing `test`, INVALID with the index for
 * any other failing operation, and TOO_LARGE if the document would grow too large.
 */
export function applyPatch(document: unknown, patch: JsonPatch, limit: number): unknown {
  let result = copyJson(document)
  let size = sizeOf(result)
  let copied = 0
  for (const [index, sent] of patch.entries())
    try {
      const operation = toOperation(sent)
      refusePrototypes(operation, index)
      checkMembers(operation)
      const { inserted, removed } = growth(result, operation)
      if (operation.op === 'copy') copied += inserted
      size += inserted - removed
      if ((inserted > removed && size > limit) || copied > limit) throw tooLarge(index, limit)
      result = jsonpatch.applyOperation(result, operation, true, true, true, index).newDocument
    } catch (cause) {
      throw cause instanceof SignalboxError ? cause : failed(sent, index, cause)
    }
  return result
}

/**
 * Reduces an operation to its defined members (RFC 6902, section 4), adds missing leading slashes, and copies its
 * value, because a later operation may change what this one inserts.
 */
function toOperation(sent: JsonPatchOperation): Operation {
  const { op, path, from, value } = sent as { op: string; path: string; from?: string; value?: unknown }
  const place = { op, path: withSlash(path) }
  if (op === 'remove') return place as Operation
  if (op === 'move' || op === 'copy')
    return { ...place, ...(from !== undefined && { from: withSlash(from) }) } as Operation
  return { ...place, ...(value !== undefined && { value: copyJson(value) }) } as Operation
}

/** Throws INVALID for places that the library of patches refuses to follow, because they could belong to prototypes. */
function refusePrototypes(operation: Operation, index: number): void {
  for (const place of [operation.path, 'from' in operation ? operation.from : '']) {
    const steps = stepsOf(place)
    const isRefused = (step: string, at: number) =>
      step === '__proto__' || (step === 'prototype' && steps[at - 1] === 'constructor')
    if (steps.some(isRefused))
      throw failure(
        'INVALID',
        `Operation ${index} of the patch cannot be applied: JSON Patch does not reach ${place.slice(0, 200)} here; send a merge patch, or the whole record`,
        problem('error.patch.operation', index),
      )
  }
}

/** Throws INVALID if an operation lacks a required member. */
function checkMembers(operation: Operation): void {
  const { op } = operation
  const needed = op === 'remove' ? undefined : op === 'move' || op === 'copy' ? 'from' : 'value'
  if (needed && !(needed in operation)) throw new RangeError(`its member ${needed} is missing`)
}

const withSlash = (path: string): string => (path === '' || path.startsWith('/') ? path : `/${path}`)

/**
 * By how many bytes an operation makes the document grow and shrink; an upper bound if unsure. Throws for places that
 * do not exist: only own members and elements do.
 */
function growth(document: unknown, operation: Operation): { inserted: number; removed: number } {
  const path = stepsOf(operation.path)
  switch (operation.op) {
    case 'add':
      return insertion(document, path, sizeOf(operation.value))
    case 'copy':
      return insertion(document, path, sizeOf(existing(document, stepsOf(operation.from))))
    case 'replace':
      return { inserted: sizeOf(operation.value), removed: sizeOf(existing(document, path, true)) }
    case 'remove':
      return removal(document, path)
    case 'move': {
      if (operation.path.startsWith(`${operation.from}/`)) throw new RangeError('a value cannot be moved into itself')
      const from = stepsOf(operation.from)
      existing(document, from)
      checkPlace(document, path)
      return { inserted: nameSize(document, path), removed: nameSize(document, from) - 1 }
    }
    default:
      existing(document, path)
      return { inserted: 0, removed: 0 }
  }
}

/** The growth from inserting a value: before the item at that index of an array, else instead of the member. */
function insertion(document: unknown, path: readonly string[], size: number) {
  const overwritten = checkPlace(document, path) ? undefined : valueAt(document, path)
  if (overwritten !== undefined) return { inserted: size, removed: sizeOf(overwritten) }
  return { inserted: size + nameSize(document, path), removed: 0 }
}

/** The growth from removing a value, with its comma; a removed document leaves null. */
function removal(document: unknown, path: readonly string[]) {
  const removed = sizeOf(existing(document, path))
  return path.length === 0 ? { inserted: 4, removed } : { inserted: 0, removed: removed + nameSize(document, path) - 1 }
}

/** Whether a place is in an array. Throws for a place that its parent cannot have. */
function checkPlace(document: unknown, path: readonly string[]): boolean {
  if (path.length === 0) return false
  const parent = parentOf(document, path)
  const above = pointerTo(path.slice(0, -1))
  if (isObject(parent)) return false
  if (parent === undefined) throw new RangeError(`there is nothing at ${above}; add that first`)
  if (!Array.isArray(parent)) throw new RangeError(`the value at ${above} is neither an object nor an array`)
  const index = path.at(-1) as string
  if (index === '-' || isIndex(index, parent.length)) return true
  throw new RangeError(
    `the array at ${above} has ${parent.length} items; use an index from 0 to ${parent.length}, or - for its end`,
  )
}

function existing(document: unknown, path: readonly string[], isReplaced = false): unknown {
  const value = valueAt(document, path)
  if (value !== undefined) return value
  const isMember = isReplaced && isObject(parentOf(document, path))
  throw new RangeError(`there is nothing at ${pointerTo(path)}${isMember ? '; use add to set it' : ''}`)
}

const pointerTo = (path: readonly string[]): string => path.map((step) => `/${escapePointer(step)}`).join('')

const parentOf = (document: unknown, path: readonly string[]): unknown =>
  path.length === 0 ? undefined : valueAt(document, path.slice(0, -1))

/** The bytes a value's place costs besides the value: a comma, and in an object the name with a colon. */
function nameSize(document: unknown, path: readonly string[]): number {
  if (path.length === 0) return 0
  return Array.isArray(parentOf(document, path)) ? 1 : sizeOf(path.at(-1)) + 2
}

const encoder = new TextEncoder()
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length

const tooLarge = (index: number, limit: number) =>
  failure(
    'TOO_LARGE',
    `Operation ${index} of the patch would make the record larger than ${limit} bytes: insert less`,
    problem('error.patch.size', index, limit),
  )

function failed(sent: JsonPatchOperation, index: number, cause: unknown): SignalboxError {
  const { op, path, value } = sent as { op: string; path: string; value?: unknown }
  const isTest = op === 'test' && value !== undefined
  const why = cause instanceof RangeError ? cause.message : 'it is not a valid JSON Patch operation (RFC 6902)'
  return new SignalboxError(
    isTest ? 'CONFLICT' : 'INVALID',
    isTest
      ? `Operation ${index} of the patch failed: the record does not have the tested value${path && ` at ${withSlash(path)}`}; read it again`
      : `Operation ${index} of the patch (${op} ${withSlash(path)}) cannot be applied: ${why}`,
    { errors: [problem(isTest ? 'error.patch.test' : 'error.patch.operation', index)], cause },
  )
}
