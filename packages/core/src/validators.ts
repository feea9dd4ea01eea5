/** Compiles schemas with ajv. The build replaces this file by code that ajv generated ahead: no `new Function` there. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { formats } from './formats.ts'
import type { TSchema } from './schema.ts'

/** What ajv says of one failing place (its `ErrorObject`, the members read here). */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** Where the name of a member fails, not its value. */
  readonly propertyName?: string
}
/** Whether a value fits a schema; if not, `errors` tells each failing place until the next call. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** The options that every validator is compiled with, here and in the build. */
export const ajvOptions = {
  allErrors: true,
  discriminator: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  formats: { ...formats },
  keywords: ['x-sent-to'] as string[], // says where a secret is sent: of no concern to validation
} as const

const ajv = new Ajv2020(ajvOptions)

/** The validator of a schema. */
export const compileSchema = (schema: TSchema): Validator => ajv.compile(schema)
