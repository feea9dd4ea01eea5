import { type Problem, SignalboxError } from '../../machine/errors/errors.ts'
import { escapePointer, isObject, setOwn } from '../../machine/json/json.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import { validate } from '../../machine/schema/validate.ts'
import { withMembers } from './arguments.ts'
import { calledOperator, RAW } from './expression.ts'
import { parseTemplate } from './path.ts'

/**
 * Checks the literal parts of a value against a schema before a run, and returns problems by pointer. The results of
 * paths and operators are not known yet, so problems that depend on them are left out.
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

/** Returns the parent of a pointer; `undefined` for the root. */
const around = (pointer: string): string | undefined =>
  pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'))

/** Returns pointers with all their ancestors. */
function withAncestors(pointers: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const one of pointers)
    for (let at: string | undefined = one; at !== undefined && !all.has(at); at = around(at)) all.add(at)
  return all
}

/** Whether a pointer or one of its ancestors is in a set. */
function isInsideOne(pointer: string, some: ReadonlySet<string>): boolean {
  for (let at: string | undefined = pointer; at !== undefined; at = around(at)) if (some.has(at)) return true
  return false
}

/** Problems of an object or list that do not depend on the values of its parts. */
const ofShape = new Set([
  'error.members',
  'error.type',
  'error.required',
  'error.items.minimum',
  'error.items.maximum',
  'error.minProperties',
  'error.maxProperties',
])
/** Problems that may result from a single failing alternative of a schema. */
const alternatives = new Set(['error.anyOf', 'error.oneOf', 'error.not', 'error.if'])

/** Replaces parts that are only known at run time by `null` and adds their pointers to `open`. */
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

/** Returns the result of a text without paths; otherwise `undefined`. */
export function literalText(text: string): string | undefined {
  try {
    const template = parseTemplate(text)
    return template.every((part) => typeof part === 'string') ? template.join('') : undefined
  } catch {
    return undefined // the check of the text itself reports it
  }
}

/** Returns the problems that `validate` finds, by pointer. */
export function problemsOf(schema: TSchema, value: unknown): Readonly<Record<string, readonly Problem[]>> {
  try {
    validate(schema, value)
    return {}
  } catch (error) {
    if (error instanceof SignalboxError) return error.fieldErrors
    throw error
  }
}
