import type { Condition } from '../../conditions/condition.ts'

/** A rule: whom it is for, and what they get. */
export interface Rule {
  /** Names the rule in explanations. */
  readonly name?: string
  /** Whom the rule is for. @default everybody */
  readonly when?: Condition
  /** The share of those clients that gets `active`, 0 to 100; the others get the opposite. @default 100 */
  readonly percentage?: number
  /** The attribute whose value is hashed for the share: text or a number. @default 'id' */
  readonly by?: string
  /** Hashed instead of the feature id. */
  readonly salt?: string
  /** `unleash` chooses the clients that Unleash chooses for the same salt (its group). @default the hash of Signalbox */
  readonly hash?: 'unleash'
  /** @default true */
  readonly active?: boolean
}

/** The parameters of RULES. */
export type RulesParameters = {
  /** The first rule whose condition is true decides. */
  readonly rules: readonly Rule[]
  /** The result if no rule decides. @default false */
  readonly otherwise?: boolean
}
