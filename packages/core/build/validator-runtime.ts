/** What generated validators share: formats, lengths of texts, and the collection of errors. */
import type { SchemaError } from '../src/machine/schema/validators.ts'

export { formats } from '../src/machine/schema/formats.ts'

type Errors = SchemaError[] | null

/** Counts the code points of a text: its length in JSON Schema. */
export function lengthOf(text: string): number {
  let { length } = text
  for (let at = 0; at < text.length - 1; at++)
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      length--
      at++
    }
  return length
}

const isHigh = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdb_ff
const isLow = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds an error to those found before; `propertyName` is the name of a member if the name itself is invalid. */
export function failed(errors: Errors, ...[instancePath, keyword, params, propertyName]: Failed): Errors {
  const error = { instancePath, keyword, params, ...(propertyName !== undefined && { propertyName }) }
  if (errors === null) return [error]
  errors.push(error)
  return errors
}

type Failed = [instancePath: string, keyword: string, params: SchemaError['params'], propertyName?: string]

/** Adds the error of a value of another type. */
export const mistyped = (errors: Errors, instancePath: string, type: unknown): Errors =>
  failed(errors, instancePath, 'type', { type })

/** Adds the errors of a shared part. */
export const joined = (errors: Errors, others: readonly SchemaError[]): Errors =>
  errors === null ? [...others] : errors.concat(others)
