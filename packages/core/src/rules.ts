import type { Problem } from './errors.ts'
import type { TSchema } from './schema.ts'

/** What a schema of records cannot say by itself. Both functions are pure and take values that may be anything. */
export interface Rules {
  /** Brings older and looser spellings into the contract's form, before validation; may change what it is given. */
  readonly normalize?: (value: unknown) => unknown
  /** Rules across members: problems by JSON pointer. Runs on invalid values too. */
  readonly check?: (value: unknown) => Readonly<Record<string, readonly Problem[]>>
}

const known = new WeakMap<TSchema, Rules>()

/** Makes a schema one of records: validation then returns a fresh, normalized copy and applies these rules. */
export function withRules<S extends TSchema>(schema: S, rules: Rules): S {
  known.set(schema, rules)
  return schema
}

/** The rules of a schema of records; `undefined` for any other schema. */
export const rulesOf = (schema: TSchema): Rules | undefined => known.get(schema)
