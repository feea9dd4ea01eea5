import type { Condition } from '../conditions/condition.ts'

/** A value for a share of the clients of a rule. */
export interface Arm {
  /** Names the variant in evaluations. */
  readonly name: string
  /** The share of clients is the weight divided by the sum of all weights. At least 0. */
  readonly weight: number
  readonly value: unknown
}

interface Named {
  /** Names the rule in evaluations. */
  readonly name?: string
  /** Whom the rule is for. @default everybody */
  readonly when?: Condition
}

/** A rule that gives all its clients the same value. */
export interface ValueRule extends Named {
  readonly value: unknown
}

/** A rule that splits its clients between several values. */
export interface SplitRule extends Named {
  /** The variants in order. */
  readonly split: readonly Arm[]
  /** The attribute whose value is hashed: text or a number. @default 'id' */
  readonly by?: string
  /** Hashed instead of the config id. */
  readonly salt?: string
  /** `unleash` chooses the variant that Unleash chooses for the same salt (its group). @default the hash of Signalbox */
  readonly hash?: 'unleash'
}

/** A rule of a config: whom it is for, and which value they get. */
export type ConfigRule = ValueRule | SplitRule
