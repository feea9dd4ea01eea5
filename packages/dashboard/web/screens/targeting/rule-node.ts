import type { Condition, TraceNode } from '@signalbox/core/evaluate'

/** What the rules of features and configs have in common. */
export interface AnyRule {
  readonly name?: string
  /** Whom the rule is for. Absent: everybody. */
  readonly when?: Condition
}

/** How a rule was decided for a context. */
export interface RuleNode {
  /** Whether its condition is true; `null` if the rule was not reached. */
  readonly outcome: boolean | null
  readonly when?: TraceNode
}
