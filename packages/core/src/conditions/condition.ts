import type { OperatorName } from './operators/index.ts'
import type { TimeWindow } from './time-window.ts'

/**
 * Who or what something is for: a condition on the context of an evaluation, as JSON. The same wherever something is
 * targeted.
 *
 * @example
 * const staffInFrance: Condition = {
 *   all: [
 *     { segment: 'staff' },
 *     { attribute: 'country', operator: 'is', value: 'FR' },
 *     { attribute: 'version', operator: 'versionAtLeast', value: '3' },
 *   ],
 * }
 */
export type Condition =
  | AttributeCondition
  | SegmentCondition
  | FeatureCondition
  | TimeCondition
  | AllCondition
  | AnyCondition
  | NotCondition

/** The operator is true for an attribute of the context and the value, or any of the values. */
export interface AttributeCondition {
  /** The name of a member of the context, or a JSON pointer into it (`/address/city`). `id` is the client. */
  readonly attribute: string
  readonly operator: OperatorName
  readonly value?: string | number | boolean
  /** At most 10,000. The condition is true for any of them, and never if there are none. */
  readonly values?: readonly (string | number | boolean)[]
  /** Whether texts are compared without regard to case. @default false */
  readonly ignoreCase?: boolean
}

/** The context is in the segment. */
export interface SegmentCondition {
  readonly segment: string
}

/** The feature is active for the same context, or inactive with `active: false`. A disabled feature is inactive. */
export interface FeatureCondition {
  readonly feature: string
  /** @default true */
  readonly active?: boolean
}

/** The time of the evaluation is inside every given part of the window. */
export interface TimeCondition {
  readonly time: TimeWindow
}

/** All conditions are true; true if there are none. */
export interface AllCondition {
  readonly all: readonly Condition[]
}

/** Any condition is true; false if there are none. */
export interface AnyCondition {
  readonly any: readonly Condition[]
}

/** The condition is false. */
export interface NotCondition {
  readonly not: Condition
}

/** The deepest nesting of a condition; an attribute, a segment, a feature or a time is one level. */
export const MOST_LEVELS = 16
/** The most attributes, segments, features and times in a condition. */
export const MOST_LEAVES = 1000
/** The most values of an attribute's condition. */
export const MOST_VALUES = 10_000
