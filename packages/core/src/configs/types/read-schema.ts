import type { PatternEngine } from '../../conditions/patterns.ts'
import type { Problem, Problems } from '../../errors.ts'
import { problem } from '../../errors.ts'
import { escapePointer, isObject } from '../../json.ts'
import { nearest } from '../../nearest.ts'
import { keywords } from './keywords.ts'
import type { JsonSchema, Shape } from './shapes.ts'
import { patternsIn, schemasIn, shapes } from './shapes.ts'

/** The most schemas in a type. */
export const MOST_SCHEMAS = 2000
/** The most regular expressions in a type. */
export const MOST_PATTERNS = 100
/** The most characters of a regular expression, as in conditions. */
const LONGEST_PATTERN = 256

/** A valid schema, ready to check values. */
export interface ReadSchema {
  readonly root: JsonSchema
  /** The schemas inside it, by JSON pointer: what references refer to. */
  readonly byPointer: ReadonlyMap<string, JsonSchema>
  readonly patterns: ReadonlyMap<string, (text: string) => boolean>
}

/** Whether a schema may contain regular expressions, so that their engine must be loaded. */
export const mayHavePatterns = (schema: unknown): boolean => /"pattern(Properties)?":/.test(JSON.stringify(schema))

/** Reads a schema. Returns its problems by JSON pointer, from `place`, if it has any. */
export function readSchema(
  root: JsonSchema,
  { place, engine }: { readonly place: string; readonly engine?: PatternEngine | undefined },
): ReadSchema | { readonly problems: Problems['fieldErrors'] } {
  const problems: Record<string, Problem[]> = {}
  const byPointer = new Map<string, JsonSchema>()
  const patterns = new Map<string, (text: string) => boolean>()
  const references: { readonly at: string; readonly reference: string }[] = []
  /** What each schema applies to the same value, by pointer. */
  const inPlace = new Map<string, string[]>()
  const fail = (at: string, found: Problem) => {
    problems[place + at] ??= [found]
  }

  function readPattern(source: string, at: string): void {
    if (patterns.has(source)) return
    const isLong = source.length > LONGEST_PATTERN
    const found = isLong ? problem('error.length.maximum', LONGEST_PATTERN) : engine?.problemOf(source)
    if (found || !engine) fail(at, found ?? problem('error.pattern.engine'))
    else if (patterns.size >= MOST_PATTERNS) fail(at, problem('error.schema.patterns', MOST_PATTERNS))
    else patterns.set(source, engine.compile(source))
  }

  function read(schema: unknown, at: string): void {
    const wrong =
      shapes.schema(schema) ?? (byPointer.size < MOST_SCHEMAS ? undefined : problem('error.schema.size', MOST_SCHEMAS))
    if (wrong) fail(shapes.schema(schema) ? at : '', wrong)
    else byPointer.set(at, schema as JsonSchema)
    if (wrong || !isObject(schema)) return
    const applied: string[] = []
    inPlace.set(at, applied)
    for (const [name, argument] of Object.entries(schema)) {
      const here = `${at}/${escapePointer(name)}`
      const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined
      if (!keyword) {
        if (!name.startsWith('x-')) fail(here, unknownKeyword(name))
        continue
      }
      const wrong = shapes[keyword.shape as Shape](argument)
      if (wrong) {
        fail(here, wrong)
        continue
      }
      const below = (step: string | undefined) => (step === undefined ? here : `${here}/${escapePointer(step)}`)
      for (const [step, source] of patternsIn(keyword.shape, argument)) readPattern(source, below(step))
      for (const [step, inner] of schemasIn(keyword.shape, argument)) {
        if (keyword.isInPlace) applied.push(below(step))
        read(inner, below(step))
      }
      if (keyword.shape === 'reference') {
        const target = pointerOf(argument as string)
        applied.push(target ?? '')
        references.push({ at: here, reference: argument as string })
      }
    }
  }

  read(root, '')
  for (const { at, reference } of references) {
    const target = pointerOf(reference)
    if (target === undefined || !byPointer.has(target)) fail(at, problem('error.schema.reference', reference))
  }
  const cycle = Object.keys(problems).length === 0 ? cycleIn(inPlace) : undefined
  if (cycle !== undefined) fail(cycle, problem('error.schema.cycle'))
  return Object.keys(problems).length > 0 ? { problems } : { root, byPointer, patterns }
}

function unknownKeyword(name: string): Problem {
  const like = nearest(name, Object.keys(keywords))
  return problem('error.schema.keyword', name, ...(like === undefined ? [] : [like]))
}

/** The JSON pointer of a reference inside the same schema; `undefined` for any other reference. */
export function pointerOf(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(reference.slice(1))
  } catch {
    return undefined
  }
}

/** A schema that applies itself to the same value, which would never end. */
function cycleIn(edges: ReadonlyMap<string, readonly string[]>): string | undefined {
  const finished = new Set<string>()
  const open = new Set<string>()
  const visit = (at: string): string | undefined => {
    if (open.has(at)) return at
    if (finished.has(at)) return undefined
    open.add(at)
    for (const next of edges.get(at) ?? []) {
      const found = visit(next)
      if (found !== undefined) return found
    }
    open.delete(at)
    finished.add(at)
    return undefined
  }
  for (const at of edges.keys()) {
    const found = visit(at)
    if (found !== undefined) return found
  }
  return undefined
}
