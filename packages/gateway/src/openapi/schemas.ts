import { linearSearch, type SchemaError, tryPattern } from '@signalbox/core/gateway'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { DocumentFault, type OpenApiDocument } from '../documents/document.ts'
import { valueAt } from '../documents/pointer.ts'
import { type Budget, spendSteps } from './budget.ts'
import { convertSchema, type Direction } from './convert-schema.ts'
import { formats } from './formats.ts'
import { createUniqueness } from './unique.ts'

/** Validates values against the schemas of one document. */
export interface Schemas {
  /**
   * The errors of a value against the schema at a pointer; `undefined` if it fits. The schema is compiled when it is used
   * first, without those it refers to. `budget` limits how many schemas are applied, and the work of patterns. Throws a
   * `DocumentFault` if a schema cannot be compiled, and a `RangeError` if the value is nested too deeply or takes too much
   * work.
   */
  check(pointer: string, value: unknown, budget: Budget): readonly SchemaError[] | undefined
}

interface Validator {
  (value: unknown, context?: object): boolean
  errors?: readonly SchemaError[] | null
}

/** The class of ajv that compiles schemas. */
export type Compiler = typeof Ajv2020

interface Options {
  readonly direction: Direction
  /** Whether all errors are listed, instead of the first. */
  readonly allErrors: boolean
}

/** Patterns that take more steps for each character are refused. The budget of a check limits steps times characters. */
const MOST_STEPS = 5000

/** Further schemas that do not fit are errors without details. */
const MOST_DETAILED = 200

/** Creates a validator for the schemas of a document. */
export function createSchemas(
  document: OpenApiDocument,
  Compiler: Compiler,
  { direction, allErrors }: Options,
): Schemas {
  const compiled = new Map<string, Validator>()
  let budget: Budget = { schemas: 0, steps: 0 }
  /** How many of the schemas that were applied did not fit. */
  let failures = 0
  /** Made for a check that compares items. */
  let isUnique: ReturnType<typeof createUniqueness> | undefined

  function validatorOf(pointer: string): Validator {
    const known = compiled.get(pointer)
    if (known) return known
    const conversion = { dialect: document.dialect, direction, valueAt: (at: string) => valueAt(document.root, at) }
    const made = compile(convertSchema(valueAt(document.root, pointer), pointer, conversion), pointer)
    compiled.set(pointer, made)
    return made
  }

  function compile(schema: ReturnType<typeof convertSchema>, pointer: string): Validator {
    try {
      return ajv.compile(schema) as Validator
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      // Runtimes such as Cloudflare Workers do not let a program generate code.
      const hint =
        cause instanceof EvalError ? '. This runtime does not allow code generation: validate on Node.js' : ''
      throw new DocumentFault(`The schema at ${pointer} cannot be compiled: ${reason}${hint}`, { cause })
    }
  }

  const later: ((pointer: string, value: unknown, schema: unknown, context: object) => boolean) & {
    errors?: readonly SchemaError[] | null | undefined
  } = (pointer, value, _schema, context) => {
    if (budget.schemas-- <= 0) throw new RangeError('The value takes too many schemas')
    const validate = validatorOf(pointer)
    const fits = validate(value, context)
    // ajv copies all earlier errors when it adds a list of them. Without one it adds an error of its own.
    later.errors = fits || failures++ < MOST_DETAILED ? validate.errors : undefined
    return fits
  }

  const ajv = new Compiler({
    allErrors,
    strict: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    // Members such as `toString` do not come from a prototype.
    ownProperties: true,
    formats: { ...formats },
    code: { regExp: linearExpressions((steps) => spendSteps(budget, steps)) },
  })
  // That of ajv takes quadratic time.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, list: readonly unknown[]) => {
      isUnique ??= createUniqueness()
      return !isAsked || isUnique(list)
    },
  })
  ajv.addKeyword({ keyword: 'later', schemaType: 'string', errors: 'full', validate: later as never })

  return {
    check(pointer, value, allowed) {
      budget = allowed
      failures = 0
      isUnique = undefined
      const validate = validatorOf(pointer)
      return validate(value) ? undefined : named(validate.errors ?? [])
    },
  }
}

/** Errors with the details that there are; without any, they say that the value does not fit its schema. */
function named(errors: readonly SchemaError[]): readonly SchemaError[] {
  const detailed = errors.filter(({ keyword }) => keyword !== 'later')
  return detailed.length > 0 ? detailed : errors.map((one) => ({ ...one, keyword: 'schema' }))
}

/** Expressions of ajv, in linear time: a document is not trusted with the time of the gateway. */
const linearExpressions = (spend: (steps: number) => void) =>
  Object.assign(
    (source: string) => {
      const { problem, size } = tryPattern(source)
      if (problem) throw new Error(`the pattern ${source.slice(0, 200)} is not supported: ${problem.args[0]}`)
      if (size > MOST_STEPS) throw new Error(`the pattern ${source.slice(0, 200)} takes more than ${MOST_STEPS} steps`)
      const search = linearSearch(source)
      const test = (text: string): boolean => {
        spend(size * text.length)
        return search(text)
      }
      // ajv tells expressions apart by their texts.
      return { test, toString: () => source }
    },
    { code: 'linearExpression' },
  )
