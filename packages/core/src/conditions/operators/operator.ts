import type { Problem } from '../../machine/errors/errors.ts'
import type { TSchema } from '../../machine/schema/schema.ts'
import type { TimeZone } from '../../machine/time/time.ts'
import type { PatternEngine } from '../patterns.ts'

/** Whether an operator is true for an attribute that is present: neither `undefined`, nor `null`, nor a list. */
export type AttributeTest = (attribute: unknown) => boolean

/** What operators need besides their values. */
export interface OperatorOptions {
  /** Whether texts are compared without regard to case. */
  readonly ignoreCase: boolean
  /** The time zone of dates without an offset. */
  readonly zone: TimeZone
  /** The engine of regular expressions, if it is loaded. */
  readonly patterns?: PatternEngine | undefined
}

/**
 * An operator of conditions with values of type `T`: a row of the table in `index.ts`. Rows are plain objects, so that
 * bundlers leave the table out of programs that do not use it.
 */
export interface Operator<T = never> {
  /** One line: when the operator is true. */
  readonly description: string
  /** JSON Schema of a value; absent if the operator takes none. */
  readonly value?: TSchema
  /** Whether a condition may have `ignoreCase`. */
  readonly takesIgnoreCase?: boolean
  /** Whether the operator looks at the attribute itself, even if it is absent or a list. */
  readonly takesAny?: boolean
  /** An attribute and a value for which the operator is true. */
  readonly example: { readonly attribute: string; readonly actual?: unknown; readonly value?: T }
  /** Checks what the schema of a value cannot express. */
  readonly check?: (value: T, patterns: PatternEngine | undefined) => Problem | undefined
  /** Prepares the test of an attribute: true if the operator is true for any of the values. */
  readonly compile: (values: readonly T[], options: OperatorOptions) => AttributeTest
}

/** True for no attribute. */
export const noAttribute: AttributeTest = () => false
