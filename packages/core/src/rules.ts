import type { Problem } from './errors.ts'
import { escapePointer, isObject, own } from './json.ts'
import type { TSchema } from './schema.ts'

/** What a schema of records cannot say by itself. Both functions are pure and take values that may be anything. */
export interface Rules {
  /** Brings older and looser spellings into the contract's form, before validation; may change what it is given. */
  readonly normalize?: (value: unknown) => unknown
  /** Where a place of the normalized value is in the one that was sent. @default the same place */
  readonly placeAsSent?: (pointer: string, sent: unknown) => string
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

/** The rules of what a member holds, as rules of the whole: problems go by the place in the whole. */
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
