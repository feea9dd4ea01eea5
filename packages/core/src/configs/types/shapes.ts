import { type Problem, problem } from '../../machine/errors/errors.ts'
import { isObject } from '../../machine/json/json.ts'

/** A JSON Schema: an object of keywords, or whether all values are valid. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown }

/** What kind of value a keyword takes. */
export type Shape = keyof typeof shapes

/** The names of types in JSON Schema. */
export const schemaTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string')
const ofType = (type: string, isValid: (value: unknown) => boolean) => (value: unknown) =>
  isValid(value) ? undefined : problem('error.type', type)

/** What is wrong with the value of a keyword itself; the schemas inside it are checked on their own. */
export const shapes = {
  anything: () => undefined,
  text: ofType('string', (value) => typeof value === 'string'),
  flag: ofType('boolean', (value) => typeof value === 'boolean'),
  number: ofType('number', (value) => typeof value === 'number'),
  divisor: (value) =>
    typeof value !== 'number'
      ? problem('error.type', 'number')
      : value > 0
        ? undefined
        : problem('error.minimum.exclusive', 0),
  count: (value) =>
    isCount(value)
      ? undefined
      : typeof value === 'number'
        ? problem('error.format', 'non-negative integer')
        : problem('error.type', 'integer'),
  texts: ofType('array', isTexts),
  textsByName: ofType('object', (value) => isObject(value) && Object.values(value).every(isTexts)),
  list: ofType('array', Array.isArray),
  types: (value) => {
    const types = Array.isArray(value) ? value : [value]
    if (types.length > schemaTypes.length) return problem('error.items.maximum', schemaTypes.length)
    const isKnown = types.length > 0 && types.every((type) => (schemaTypes as readonly unknown[]).includes(type))
    return isKnown ? undefined : problem('error.enum', ...schemaTypes)
  },
  pattern: ofType('string', (value) => typeof value === 'string'),
  reference: ofType('string', (value) => typeof value === 'string'),
  schema: ofType('object', (value) => isObject(value) || typeof value === 'boolean'),
  schemas: (value) =>
    Array.isArray(value)
      ? value.length > 0
        ? undefined
        : problem('error.items.minimum', 1)
      : problem('error.type', 'array'),
  schemasByName: ofType('object', isObject),
  schemasByPattern: ofType('object', isObject),
} satisfies Record<string, (value: unknown) => Problem | undefined>

/** The schemas in the value of a keyword, each with the rest of its JSON pointer. */
export function schemasIn(shape: Shape, value: unknown): readonly (readonly [step: string | undefined, unknown])[] {
  if (shape === 'schema') return [[undefined, value]]
  if (shape === 'schemas') return (value as readonly unknown[]).map((one, i) => [String(i), one])
  if (shape === 'schemasByName' || shape === 'schemasByPattern') return Object.entries(value as object)
  return []
}

/** The regular expressions in the value of a keyword, each with the rest of its JSON pointer. */
export function patternsIn(shape: Shape, value: unknown): readonly (readonly [step: string | undefined, string])[] {
  if (shape === 'pattern') return [[undefined, value as string]]
  return shape === 'schemasByPattern' ? Object.keys(value as object).map((source) => [source, source]) : []
}
