import { type Problem, type Problems, problem, SignalboxError } from '../errors/errors.ts'
import { notValid } from '../errors/not-valid.ts'
import { copyJson, escapePointer } from '../json/json.ts'
import { unicodeProblems } from '../json/unicode.ts'
import { asSent } from './pointers-as-sent.ts'
import { type Rules, rulesOf } from './rules.ts'
import type { Static, TSchema } from './schema.ts'
import { choicesOf, shapeAt } from './schema-at.ts'
import { nearestField } from './unknown-fields.ts'
import { compileSchema, type SchemaError, type Validator } from './validators.ts'

/** The most problems that are reported, so that the response stays smaller than the request. */
const MOST_PROBLEMS = 1000

/**
 * Validates every value from outside: a call, an imported line, the result of a patch. Returns the value; for records
 * (`withRules`) a fresh, normalized copy without computed members. Throws INVALID with every invalid member at once.
 */
export function validate<S extends TSchema>(schema: S, value: unknown, what = 'The value'): Static<S> {
  if (value === undefined) throw notValid(what, { fieldErrors: { '': [problem('error.required')] } })
  const rules = rulesOf(schema)
  rules?.refuse?.(value)
  const copy = rules ? copyJson(value, schema) : value
  const normal = rules?.normalize ? rules.normalize(copy) : copy
  const check = validators.get(schema) ?? compile(schema)
  const fits = check(normal)
  const further = rules && furtherProblems(rules, normal)
  if (fits && !further) return normal as Static<S>
  const problems = toProblems((!fits && check.errors) || [], {
    further,
    complete: suggesting(schema, normal),
  })
  const { title } = schema as { title?: string }
  const isOfAnotherType = problems.fieldErrors['']?.some(({ message }) => message === 'error.type')
  if (title && isOfAnotherType) throw new SignalboxError('INVALID', `${what} must be ${title}`, problems)
  const failure = notValid(what, problems)
  throw rules?.placeAsSent ? asSent(failure, rules.placeAsSent, value) : failure
}

/** The problems that a schema does not find; `undefined` if there are none. */
function furtherProblems({ check }: Rules, value: unknown): Problems['fieldErrors'] | undefined {
  const problems = { ...unicodeProblems(value), ...check?.(value) }
  for (const _ in problems) return problems
  return undefined
}

/** The problems of a value by JSON pointer; empty if it is valid. Rules of records are not applied. */
export function validationProblems(schema: TSchema, value: unknown): Problems['fieldErrors'] {
  const check = validators.get(schema) ?? compile(schema)
  return check(value) ? {} : schemaProblems(schema, value, check.errors ?? [])
}

/** Converts schema errors to problems by JSON pointer. */
export const schemaProblems = (
  schema: TSchema,
  value: unknown,
  errors: readonly SchemaError[],
): Problems['fieldErrors'] => toProblems(errors, { complete: suggesting(schema, value) }).fieldErrors

/** Validates parameters of a query or a path. Problems go by the parameter's name. */
export function validateParameters<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const check = validators.get(schema) ?? compile(schema)
  if (check(value)) return value as Static<S>
  const { fieldErrors } = toProblems(check.errors ?? [])
  const byName = Object.entries(fieldErrors).map(([pointer, problems]) => [pointer.slice(1), problems])
  throw notValid('The call', { fieldErrors: Object.fromEntries(byName) })
}

const validators = new WeakMap<TSchema, Validator>()

function compile(schema: TSchema): Validator {
  const check = compileSchema(schema)
  validators.set(schema, check)
  return check
}

/** Converts each keyword of ajv to a problem: the code, its arguments, and the member if it is not the value itself. */
const keywords: Record<string, (error: SchemaError) => [problem: Problem, member?: string]> = {
  required: ({ params }) => [problem('error.required'), String(params.missingProperty)],
  additionalProperties: ({ params }) => [problem('error.unknown.field'), String(params.additionalProperty)],
  type: ({ params }) => [problem('error.type', ...[params.type].flat())],
  enum: ({ params }) => [problem('error.enum', ...(params.allowedValues as unknown[]))],
  const: ({ params }) => [problem('error.enum', params.allowedValue)],
  minimum: ({ params }) => [problem('error.minimum', params.limit)],
  maximum: ({ params }) => [problem('error.maximum', params.limit)],
  pattern: ({ params }) => [problem('error.pattern', params.pattern)],
  format: ({ params }) => [problem('error.format', params.format)],
  minLength: ({ params }) => [problem('error.length.minimum', params.limit)],
  maxLength: ({ params }) => [problem('error.length.maximum', params.limit)],
  minItems: ({ params }) => [problem('error.items.minimum', params.limit)],
  maxItems: ({ params }) => [problem('error.items.maximum', params.limit)],
  uniqueItems: () => [problem('error.items.unique')],
  discriminator: ({ params }) => [
    params.tagValue === undefined ? problem('error.required') : problem('error.enum'),
    String(params.tag),
  ],
}

/** The most problems that get a suggestion. */
const MOST_SUGGESTED = 20

/** Adds to each unknown field the most similar known one, and to each wrong discriminator the values it can have. */
function suggesting(schema: TSchema, value: unknown) {
  let left = MOST_SUGGESTED
  return ({ keyword, instancePath: at, params }: SchemaError, found: Problem): Problem => {
    const isSelecting = found.message === 'error.enum' && keyword === 'discriminator'
    if ((!isSelecting && keyword !== 'additionalProperties') || left-- <= 0) return found
    if (isSelecting) return problem(found.message, ...choicesOf(shapeAt(schema, value, at) ?? {}))
    const like = nearestField(schema, value, { at, name: String(params.additionalProperty) })
    return like === undefined ? found : problem(found.message, like)
  }
}

interface Found {
  readonly further?: Problems['fieldErrors'] | undefined
  readonly complete?: (error: SchemaError, found: Problem) => Problem
}

function toProblems(
  errors: readonly SchemaError[],
  { further = {}, complete = (_error, found) => found }: Found = {},
): Problems {
  const fieldErrors: Record<string, Problem[]> = {}
  const add = (pointer: string, ...problems: readonly Problem[]) => {
    const known = Object.hasOwn(fieldErrors, pointer) ? fieldErrors[pointer]! : []
    fieldErrors[pointer] = known
    for (const one of problems) if (!known.some(({ message }) => message === one.message)) known.push(one)
  }
  for (const error of errors.slice(0, MOST_PROBLEMS)) {
    if (error.keyword === 'propertyNames') continue // the name has its own error
    const [found, member = error.propertyName] = keywords[error.keyword]?.(error) ?? [problem(`error.${error.keyword}`)]
    add(
      member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(member)}`,
      complete(error, found),
    )
  }
  for (const [pointer, problems] of Object.entries(further)) add(pointer, ...problems)
  return { errors: [], fieldErrors }
}
