import type { Problem } from '../errors/errors.ts'
import { escapePointer, isObject, own } from '../json/json.ts'
import type { TSchema } from './schema.ts'

/** Rules of records that a schema cannot express. All functions are pure and accept any value. */
export interface Rules {
  /** Throws for a value that is too large to be validated, before anything else is done with it. */
  readonly refuse?: (value: unknown) => void
  /** Converts older and looser spellings to the contract's form before validation. May change its argument. */
  readonly normalize?: (value: unknown) => unknown
  /** Maps a pointer into the normalized value to a pointer into the sent one. @default the same pointer */
  readonly placeAsSent?: (pointer: string, sent: unknown) => string
  /** Checks rules across members: problems by JSON pointer. Runs on invalid values as well. */
  readonly check?: (value: unknown) => Readonly<Record<string, readonly Problem[]>>
}

const known = new WeakMap<TSchema, Rules>()

/**
 * Attaches rules to the schema of a record. Validation then returns a fresh, normalized copy and applies these rules.
 */
export function withRules<S extends TSchema>(schema: S, rules: Rules): S {
  known.set(schema, rules)
  return schema
}

/** The rules of a record's schema; `undefined` for any other schema. */
export const rulesOf = (schema: TSchema): Rules | undefined => known.get(schema)

/** Turns the rules of a member's value into rules of the whole record, with pointers into the whole. */
export const rulesOfMember = (member: string, { normalize, check }: Rules): Rules => ({
  normalize: (value) =>
    normalize && isObject(value) && Object.hasOwn(value, member)
      ? { ...value, [member]: normalize(own(value, member)) }
      : value,
  check(value) {
    const found = (isObject(value) && check?.(own(value, member))) || {}
    return Object.fromEntries(
      Object.entries(found).map(([pointer, problems]) => [`/${escapePointer(member)}${pointer}`, problems]),
    )
  },
})
