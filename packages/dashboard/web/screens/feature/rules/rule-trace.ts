import type { TraceNode } from '@signalbox/core/evaluate'
import type { ParametersOf } from '../strategies/strategy.ts'

/** A rule of a feature. */
export type Rule = ParametersOf<'RULES'>['rules'][number]

/** How a rule was decided. */
export interface RuleTrace {
  /** Whether its condition is true; `null` if the rule was not reached. */
  readonly outcome: boolean | null
  readonly when?: TraceNode
  readonly share?: {
    readonly outcome: boolean | null
    readonly bucket?: number
    readonly bound: number
    readonly of: number
  }
}
