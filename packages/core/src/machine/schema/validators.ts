/**
 * Compiles schemas with ajv. The build replaces this file with code that ajv generated, which needs no `new Function`.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { formats } from './formats.ts'
import type { TSchema } from './schema.ts'

/** One error of ajv (its `ErrorObject`, the members read here). */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** The name of a member if the name itself is invalid. */
  readonly propertyName?: string
}
/** Whether a value fits a schema. If not, `errors` has each error until the next call. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** The options of every validator, here and in the build. */
export const ajvOptions = {
  allErrors: true,
  discriminator: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  formats: { ...formats },
  // Says where a secret is sent, and which read-only members are stored; validation ignores both.
  keywords: ['x-sent-to', 'x-stored'] as string[],
} as const

const ajv = new Ajv2020(ajvOptions)

/** The validator of a schema. */
export const compileSchema = (schema: TSchema): Validator => ajv.compile(schema)
