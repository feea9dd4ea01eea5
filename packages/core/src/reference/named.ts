import { describedCondition } from '../conditions/schemas.ts'
import { keySchema } from '../machine/keys/key.ts'
import { anyPatch, importResult, jsonPatchOperation } from '../machine/records/contract.ts'
import { patterns, type TSchema } from '../machine/schema/schema.ts'
import type { Slice } from '../slice.ts'

type Described = Pick<Slice, 'named' | 'examples'>

/** Schemas that all records share. */
const common: Described = {
  named: {
    Key: keySchema,
    Patterns: patterns,
    Patch: anyPatch,
    JsonPatchOperation: jsonPatchOperation,
    ImportResult: importResult,
  },
  examples: {
    Key: 'shop:express',
    Patterns: 'shop:*,!shop:internal:*',
    Patch: { enabled: false },
    JsonPatchOperation: { op: 'replace', path: '/enabled', value: false },
    ImportResult: {
      success: 41,
      errors: { errors: [{ message: 'error.line.invalid', args: ['42', 'The line is not JSON'] }], fieldErrors: {} },
    },
  },
}

/** A schema with a name in documents. */
export interface Named {
  readonly name: string
  readonly schema: TSchema
  /** An example value. */
  readonly example: unknown
  /** The schema that documents show, given the reference to itself. @default the one that validates */
  readonly shown?: ((self: string) => TSchema) | undefined
}

/** Schemas that documents show in more detail than the ones that validate. */
const inDetail: Readonly<Record<string, Named['shown']>> = { Condition: describedCondition }

/** The named schemas of slices, and the schemas that all records share. */
export const namedIn = (slices: readonly Described[]): readonly Named[] =>
  [common, ...slices].flatMap(({ named = {}, examples = {} }) =>
    Object.entries(named).map(([name, schema]) => ({ name, schema, example: examples[name], shown: inDetail[name] })),
  )
