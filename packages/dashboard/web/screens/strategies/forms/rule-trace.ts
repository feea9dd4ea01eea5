import type { RuleNode } from '../../../evaluation/rule-node.ts'
import type { ParametersOf } from '../strategy.ts'

/** A rule of a feature. */
export type Rule = ParametersOf<'RULES'>['rules'][number]

/** How a rule was decided. */
export interface RuleTrace extends RuleNode {
  readonly share?: {
    readonly outcome: boolean | null
    readonly bucket?: number
    readonly bound: number
    readonly of: number
  }
}
