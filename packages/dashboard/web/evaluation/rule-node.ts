import type { TraceNode } from '@signalbox/core/evaluate'

/** How a rule was decided for a context. */
export interface RuleNode {
  /** Whether its condition is true; `null` if the rule was not reached. */
  readonly outcome: boolean | null
  readonly when?: TraceNode
}
