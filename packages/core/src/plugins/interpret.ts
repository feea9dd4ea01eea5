import { Errors } from 'typebox/schema'
import { isObject, own } from '../machine/json/json.ts'
import type { TSchema } from '../machine/schema/schema.ts'
import { schemaProblems } from '../machine/schema/validate.ts'
import type { SchemaError } from '../machine/schema/validators.ts'
import type { ConfigProblems } from './plugin.ts'

/**
 * Creates a validator for a schema of the embedding program by interpreting it. Validators of this package are
 * generated at build time; runtimes may forbid generating code later.
 */
export function interpretSchema(schema: TSchema): (value: unknown) => ConfigProblems {
  const closed = closeObjects(schema) as TSchema
  return (value) => {
    const [fits, errors] = Errors(closed, value)
    return fits ? {} : schemaProblems(closed, value, (errors as readonly SchemaError[]).flatMap(toAjv))
  }
}

/**
 * Closes objects in a schema: those with `properties` but without `additionalProperties` reject unknown members, as in
 * schemas of this package.
 */
export function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects)
  if (!isObject(schema)) return schema
  const closed = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closeObjects(value)]))
  const isOpen = own(schema, 'type') !== 'object' || !isObject(schema.properties) || 'additionalProperties' in schema
  return isOpen ? closed : { ...closed, additionalProperties: false }
}

/**
 * Converts an error to the form of ajv: one error for each unknown or missing member, without a second error for its
 * value.
 */
function toAjv(error: SchemaError): SchemaError[] {
  const { keyword, params } = error
  if (keyword === 'boolean') return []
  const each = (name: string, list: unknown) =>
    (list as readonly string[]).map((one) => ({ ...error, params: { [name]: one } }))
  if (keyword === 'additionalProperties') return each('additionalProperty', params.additionalProperties)
  if (keyword === 'required') return each('missingProperty', params.requiredProperties)
  return [error]
}
