import type { Problem, Problems } from '../../errors.ts'
import { problem } from '../../errors.ts'
import { escapePointer } from '../../json.ts'
import { keywords } from './keywords.ts'
import type { ReadSchema } from './read-schema.ts'
import { pointerOf } from './read-schema.ts'
import type { JsonSchema } from './shapes.ts'

/** The most steps that checking all values of a config may take: some tenths of a second. */
export const MOST_STEPS = 1_000_000
/** The most schemas that apply inside one another. */
const MOST_LEVELS = 1000
/** The most problems that are reported. */
const MOST_PROBLEMS = 100

/** A value and its JSON pointer in the record. */
export interface PlacedValue {
  readonly value: unknown
  readonly place: string
}

/** Thrown and caught here, when a check takes too long. */
const tooCostly = new Error('The check takes too many steps')

/**
 * Checks values against a schema by interpreting it. Returns the problems by JSON pointer; `undefined` if the check
 * takes more than `MOST_STEPS` steps.
 */
export function checkValues(
  { root, byPointer, patterns }: ReadSchema,
  values: readonly PlacedValue[],
): Problems['fieldErrors'] | undefined {
  const problems: Record<string, Problem[]> = {}
  let left = MOST_STEPS
  let levels = 0
  let count = 0
  /** While alternatives are tried: the number of failures. Nothing is reported then. */
  let tried: { failures: number } | undefined

  function spend(steps: number): void {
    left -= steps
    if (left < 0) throw tooCostly
  }

  function report(at: string, found: Problem): void {
    if (tried) tried.failures++
    else if (problems[at]?.some(({ message }) => message === found.message)) return
    else if (count++ < MOST_PROBLEMS) problems[at] = [...(problems[at] ?? []), found]
  }

  function fits(schema: JsonSchema, value: unknown): boolean {
    const outer = tried
    const inner = { failures: 0 }
    tried = inner
    visit(schema, value, '')
    tried = outer
    return inner.failures === 0
  }

  const resolve = (reference: string) => byPointer.get(pointerOf(reference) as string) as JsonSchema
  const matches = (pattern: string, text: string) => {
    spend(1 + text.length / 4)
    return patterns.get(pattern)!(text)
  }

  function visit(schema: JsonSchema, value: unknown, at: string): void {
    spend(1)
    if (schema === false) report(at, problem('error.not'))
    if (typeof schema === 'boolean') return
    if (++levels > MOST_LEVELS) throw tooCostly
    const below = (member: string | undefined) => (member === undefined ? at : `${at}/${escapePointer(member)}`)
    const place = {
      schema,
      fail: (found: Problem, member?: string) => report(below(member), found),
      visit: (inner: JsonSchema, its: unknown, member?: string) => visit(inner, its, below(member)),
      ...{ fits, spend, resolve, matches },
    }
    for (const name in schema) {
      spend(1)
      if (Object.hasOwn(keywords, name)) keywords[name]?.check?.(schema[name], value, place)
    }
    levels--
  }

  try {
    for (const { value, place } of values) visit(root, value, place)
    return problems
  } catch (error) {
    if (error === tooCostly) return undefined
    throw error
  }
}
