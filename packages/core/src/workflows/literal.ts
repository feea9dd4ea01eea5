import type { Problem } from '../errors.ts'
import { SignalboxError } from '../errors.ts'
import { escapePointer, isObject, setOwn } from '../json.ts'
import type { TSchema } from '../schema.ts'
import { validate } from '../validate.ts'
import { withMembers } from './arguments.ts'
import { calledOperator, RAW } from './expression.ts'
import { parseTemplate } from './path.ts'

/**
 * What can be told of a value before a run: problems, by pointer, of what is written as it is and can never fit a schema. What
 * paths and operators will come to is left open.
 */
export function literalProblems(schema: TSchema, value: unknown): ReadonlyMap<string, readonly Problem[]> {
  const open: string[] = []
  const literal = literalOf(value, '', open)
  if (open.includes('')) return new Map()
  const opened = new Set(open)
  const holding = withAncestors(open)
  const problems = Object.entries(withMembers(schema, problemsOf(schema, literal)))
  const undecided = new Set(
    problems
      .filter(([pointer, found]) => holding.has(pointer) && found.some(({ message }) => alternatives.has(message)))
      .map(([pointer]) => pointer),
  )
  const isCertain = (pointer: string, { message }: Problem) =>
    message === 'error.unknown.field' ||
    (!isInsideOne(pointer, opened) && (ofShape.has(message) || !holding.has(pointer)))
  return new Map(
    problems
      .filter(([pointer]) => !isInsideOne(pointer, undecided))
      .map(([pointer, found]) => [pointer, found.filter((problem) => isCertain(pointer, problem))] as const)
      .filter(([, found]) => found.length > 0),
  )
}

/** The pointer to what is around; `undefined` for the whole. */
const around = (pointer: string): string | undefined =>
  pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'))

/** Pointers, and those to all that is around them. */
function withAncestors(pointers: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const one of pointers)
    for (let at: string | undefined = one; at !== undefined && !all.has(at); at = around(at)) all.add(at)
  return all
}

/** Whether a pointer is one of some, or leads inside one. */
function isInsideOne(pointer: string, some: ReadonlySet<string>): boolean {
  for (let at: string | undefined = pointer; at !== undefined; at = around(at)) if (some.has(at)) return true
  return false
}

/** Problems of a whole that hold whatever its parts come to. */
const ofShape = new Set([
  'error.members',
  'error.type',
  'error.required',
  'error.items.minimum',
  'error.items.maximum',
  'error.minProperties',
  'error.maxProperties',
])
/** Problems that may be those of one alternative of several. */
const alternatives = new Set(['error.anyOf', 'error.oneOf', 'error.not', 'error.if'])

/** A value with what is open replaced by `null`, whose places are added to `open`. */
function literalOf(value: unknown, pointer: string, open: string[]): unknown {
  if (typeof value === 'string') {
    const text = literalText(value)
    if (text !== undefined) return text
    open.push(pointer)
    return null
  }
  if (Array.isArray(value)) return value.map((item, index) => literalOf(item, `${pointer}/${index}`, open))
  if (!isObject(value)) return value
  const operator = calledOperator(value)
  if (operator === RAW) return value[RAW]
  if (operator !== undefined) {
    open.push(pointer)
    return null
  }
  const made = {}
  for (const [name, member] of Object.entries(value))
    setOwn(made, name, literalOf(member, `${pointer}/${escapePointer(name)}`, open))
  return made
}

/** What a text comes to when it looks nothing up; else `undefined`. */
export function literalText(text: string): string | undefined {
  try {
    const template = parseTemplate(text)
    return template.every((part) => typeof part === 'string') ? template.join('') : undefined
  } catch {
    return undefined // the check of the text itself tells of it
  }
}

/** What `validate` finds, by pointer. */
export function problemsOf(schema: TSchema, value: unknown): Readonly<Record<string, readonly Problem[]>> {
  try {
    validate(schema, value)
    return {}
  } catch (error) {
    if (error instanceof SignalboxError) return error.fieldErrors
    throw error
  }
}
