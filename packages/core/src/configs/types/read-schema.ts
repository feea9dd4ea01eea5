import type { PatternEngine } from '../../conditions/patterns.ts'
import { type Problem, type Problems, problem } from '../../machine/errors/errors.ts'
import { nearest } from '../../machine/errors/nearest.ts'
import { escapePointer, isObject } from '../../machine/json/json.ts'
import { keywords } from './keywords.ts'
import { LONGEST_POINTER, problemList } from './problem-list.ts'
import { type JsonSchema, patternsIn, type Shape, schemasIn, shapes } from './shapes.ts'

/** The most schemas in a type. */
export const MOST_SCHEMAS = 2000
/** The most regular expressions in a type. */
export const MOST_PATTERNS = 100
/** The most characters of a regular expression, as in conditions. */
const LONGEST_PATTERN = 256
/** The most characters of a reference: a character of a pointer may be encoded as three. */
const LONGEST_REFERENCE = 3 * LONGEST_POINTER + 1

/** A valid schema, ready to check values. */
export interface ReadSchema {
  readonly root: JsonSchema
  /** What the schemas with `$ref` refer to. */
  readonly targets: ReadonlyMap<object, JsonSchema>
  readonly patterns: ReadonlyMap<string, (text: string) => boolean>
}

/** Whether a schema may contain regular expressions, so that their engine must be loaded. */
export const mayHavePatterns = (schema: unknown): boolean => /"pattern(Properties)?":/.test(JSON.stringify(schema))

/** Reads a schema. Returns its problems by JSON pointer, from `place`, if it has any. */
export function readSchema(
  root: JsonSchema,
  { place, engine }: { readonly place: string; readonly engine?: PatternEngine | undefined },
): ReadSchema | { readonly problems: Problems['fieldErrors'] } {
  const problems = problemList()
  const byPointer = new Map<string, JsonSchema>()
  const patterns = new Map<string, (text: string) => boolean>()
  const references: { readonly from: object; readonly at: string; readonly reference: string }[] = []
  const targets = new Map<object, JsonSchema>()
  /** Each schema that is an object: its pointer, and what it applies to the same value. */
  const inPlace = new Map<object, Applied>()
  const fail = (at: string, found: Problem) => problems.add(place + at, found)

  function readPattern(source: string, at: string): void {
    const isLong = source.length > LONGEST_PATTERN
    if (!isLong && patterns.has(source)) return
    const found = isLong ? problem('error.length.maximum', LONGEST_PATTERN) : engine?.problemOf(source)
    if (found || !engine) fail(at, found ?? problem('error.pattern.engine'))
    else if (patterns.size >= MOST_PATTERNS) fail(at, problem('error.schema.patterns', MOST_PATTERNS))
    else patterns.set(source, engine.compile(source))
  }

  function read(schema: unknown, at: string): void {
    if (problems.isFull()) return
    const isLong = at.length > LONGEST_POINTER
    const wrong = isLong ? undefined : shapes.schema(schema)
    if (wrong) fail(at, wrong)
    else if (isLong) fail('', problem('error.schema.pointer', LONGEST_POINTER))
    else if (byPointer.size >= MOST_SCHEMAS) fail('', problem('error.schema.size', MOST_SCHEMAS))
    else {
      byPointer.set(at, schema as JsonSchema)
      if (isObject(schema))
        for (const [name, argument] of Object.entries(schema)) readKeyword({ schema, at, name, argument })
    }
  }

  function readKeyword({ schema, at, name, argument }: KeywordAt) {
    if (name.startsWith('x-') || problems.isFull()) return
    const here = `${at}/${escapePointer(name)}`
    if (here.length > LONGEST_POINTER) return fail('', problem('error.schema.pointer', LONGEST_POINTER))
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined
    if (!keyword) return fail(here, unknownKeyword(name))
    const wrong = shapes[keyword.shape as Shape](argument)
    if (wrong) return fail(here, wrong)
    const below = (step: string | undefined) => (step === undefined ? here : `${here}/${escapePointer(step)}`)
    for (const [step, source] of patternsIn(keyword.shape, argument))
      readPattern(source, source.length > LONGEST_PATTERN ? here : below(step))
    const applied = inPlace.get(schema) ?? { at, schemas: [] }
    inPlace.set(schema, applied)
    for (const [step, inner] of schemasIn(keyword.shape, argument)) {
      if (keyword.isInPlace && isObject(inner)) applied.schemas.push(inner)
      read(inner, below(step))
    }
    if (keyword.shape === 'reference') references.push({ from: schema, at: here, reference: argument as string })
  }

  read(root, '')
  for (const { from, at, reference } of references) {
    const target = reference.length > LONGEST_REFERENCE ? undefined : byPointer.get(pointerOf(reference) ?? 'none')
    if (target === undefined) fail(at, problem('error.schema.reference', reference))
    else targets.set(from, target)
    if (isObject(target)) inPlace.get(from)?.schemas.push(target)
  }
  const cycle = problems.isEmpty() ? cycleIn(inPlace) : undefined
  if (cycle !== undefined) fail(cycle, problem('error.schema.cycle'))
  return problems.isEmpty() ? { root, targets, patterns } : { problems: problems.found }
}

interface KeywordAt {
  readonly schema: object
  readonly at: string
  readonly name: string
  readonly argument: unknown
}

/** A schema's pointer, and the schemas that it applies to the same value. */
interface Applied {
  readonly at: string
  readonly schemas: object[]
}

function unknownKeyword(name: string): Problem {
  const like = nearest(name, Object.keys(keywords))
  return problem('error.schema.keyword', name, ...(like === undefined ? [] : [like]))
}

/** The JSON pointer of a reference inside the same schema; `undefined` for any other reference. */
function pointerOf(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(reference.slice(1))
  } catch {
    return undefined
  }
}

/** The pointer of a schema that applies itself to the same value, which would never end. */
function cycleIn(edges: ReadonlyMap<object, Applied>): string | undefined {
  const finished = new Set<object>()
  const open = new Set<object>()
  const visit = (schema: object): string | undefined => {
    const applied = edges.get(schema)
    if (!applied || finished.has(schema)) return undefined
    if (open.has(schema)) return applied.at
    open.add(schema)
    for (const next of applied.schemas) {
      const found = visit(next)
      if (found !== undefined) return found
    }
    open.delete(schema)
    finished.add(schema)
    return undefined
  }
  for (const schema of edges.keys()) {
    const found = visit(schema)
    if (found !== undefined) return found
  }
  return undefined
}
