import { Errors } from 'typebox/schema'
import { isObject, own } from '../json.ts'
import type { TSchema } from '../schema.ts'
import { schemaProblems } from '../validate.ts'
import type { SchemaError } from '../validators.ts'
import type { ConfigProblems } from './plugin.ts'

/**
 * A check of values by a schema of the embedding program. The validators of this package are generated when it is built,
 * and runtimes may forbid code from strings: a schema that comes later is interpreted.
 */
export function interpretSchema(schema: TSchema): (value: unknown) => ConfigProblems {
  const closed = closeObjects(schema) as TSchema
  return (value) => {
    const [fits, errors] = Errors(closed, value)
    return fits ? {} : schemaProblems(closed, value, (errors as readonly SchemaError[]).flatMap(toAjv))
  }
}

/** Objects that name their members and do not say whether they take others take none, as those of this package. */
export function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects)
  if (!isObject(schema)) return schema
  const closed = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closeObjects(value)]))
  const isOpen = own(schema, 'type') !== 'object' || !isObject(schema.properties) || 'additionalProperties' in schema
  return isOpen ? closed : { ...closed, additionalProperties: false }
}

/** The same error as ajv tells it: of each unknown member alone, and not a second time of its value. */
function toAjv(error: SchemaError): SchemaError[] {
  const { keyword, params } = error
  if (keyword === 'boolean') return []
  const each = (name: string, list: unknown) =>
    (list as readonly string[]).map((one) => ({ ...error, params: { [name]: one } }))
  if (keyword === 'additionalProperties') return each('additionalProperty', params.additionalProperties)
  if (keyword === 'required') return each('missingProperty', params.requiredProperties)
  return [error]
}
