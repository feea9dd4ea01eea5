import { type Problem, type Problems, problem } from '../../machine/errors/errors.ts'
import { escapePointer } from '../../machine/json/json.ts'
import { keywords } from './keywords.ts'
import { LONGEST_POINTER, problemList } from './problem-list.ts'
import type { ReadSchema } from './read-schema.ts'
import type { JsonSchema } from './shapes.ts'

/** The most steps that checking all values of a config may take: some tenths of a second. */
export const MOST_STEPS = 1_000_000
/** The most schemas that apply inside one another. */
const MOST_LEVELS = 1000

/** A value and its JSON pointer in the record. */
export interface PlacedValue {
  readonly value: unknown
  readonly place: string
}

/** Where a value is. A JSON pointer is made of it only for a problem: names may be long. */
interface Way {
  readonly up?: Way
  readonly step: string
}

/** Thrown and caught here, when a check takes too long. */
const tooCostly = new Error('The check takes too many steps')

/**
 * Checks values against a schema by interpreting it. Returns the problems by JSON pointer; `undefined` if the check
 * takes more than `MOST_STEPS` steps.
 */
export function checkValues(
  { root, targets, patterns }: ReadSchema,
  values: readonly PlacedValue[],
): Problems['fieldErrors'] | undefined {
  const problems = problemList()
  const names = new WeakMap<object, readonly string[]>()
  let left = MOST_STEPS
  let levels = 0
  /** While alternatives are tried: the number of failures. Nothing is reported then. */
  let tried: { failures: number } | undefined

  function spend(steps: number): void {
    left -= steps
    if (left < 0) throw tooCostly
  }

  function report(way: Way, found: Problem | (() => Problem)): void {
    if (tried) tried.failures++
    else if (!problems.isFull()) problems.add(pointerTo(way, spend), typeof found === 'function' ? found() : found)
  }

  function fits(schema: JsonSchema, value: unknown): boolean {
    const outer = tried
    const inner = { failures: 0 }
    tried = inner
    visit(schema, value, NOWHERE)
    tried = outer
    return inner.failures === 0
  }

  const resolve = (schema: object) => targets.get(schema) as JsonSchema
  function namesOf(object: object): readonly string[] {
    const known = names.get(object)
    if (known) return known
    const listed = Object.keys(object)
    names.set(object, listed)
    return listed
  }
  const matches = (pattern: string, text: string) => {
    spend(1 + text.length / 4)
    return patterns.get(pattern)!(text)
  }

  function visit(schema: JsonSchema, value: unknown, at: Way): void {
    spend(2) // it allocates
    if (schema === false) report(at, problem('error.not'))
    if (typeof schema === 'boolean') return
    if (++levels > MOST_LEVELS) throw tooCostly
    const below = (member: string | undefined) => (member === undefined ? at : { up: at, step: member })
    const place = {
      schema,
      fail: (found: Problem | (() => Problem), member?: string) => report(below(member), found),
      visit: (inner: JsonSchema, its: unknown, member?: string) => visit(inner, its, below(member)),
      ...{ fits, spend, namesOf, resolve, matches },
    }
    for (const name in schema) {
      spend(1)
      if (Object.hasOwn(keywords, name)) keywords[name]?.check?.(schema[name], value, place)
    }
    levels--
  }

  try {
    for (const { value, place } of values) visit(root, value, { step: place })
    return problems.found
  } catch (error) {
    if (error === tooCostly) return undefined
    throw error
  }
}

const NOWHERE: Way = { step: '' }

/** The JSON pointer of a value, or of the closest value around it whose pointer is not too long. */
function pointerTo(way: Way, spend: (steps: number) => void): string {
  const steps: string[] = []
  let at = way
  for (; at.up; at = at.up) steps.push(at.step)
  let pointer = at.step
  for (const step of steps.reverse()) {
    spend(1 + step.length / 16)
    if (pointer.length + step.length > LONGEST_POINTER) break
    pointer += `/${escapePointer(step)}`
  }
  return pointer
}
