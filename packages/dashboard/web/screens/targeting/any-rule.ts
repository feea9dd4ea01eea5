import type { Condition } from '@signalbox/core/evaluate'

/** What the rules of features and configs have in common. */
export interface AnyRule {
  readonly name?: string
  /** Whom the rule is for. Absent: everybody. */
  readonly when?: Condition
}
