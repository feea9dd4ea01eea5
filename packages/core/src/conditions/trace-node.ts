import type { OperatorName } from './operators/index.ts'
import type { TimeWindow } from './time-window.ts'

/** Whether a part of a condition is true; `null` if it was not reached. */
export type TraceOutcome = boolean | null

/** A part of a condition, and whether it is true. */
export type TraceNode =
  | AttributeNode
  | { readonly kind: 'segment'; readonly outcome: TraceOutcome; readonly segment: string; readonly unresolved?: true }
  | {
      readonly kind: 'feature'
      readonly outcome: TraceOutcome
      readonly feature: string
      /** Whether the feature is to be active. */
      readonly active: boolean
      readonly unresolved?: true
    }
  | {
      readonly kind: 'time'
      readonly outcome: TraceOutcome
      readonly time: TimeWindow
      /** The local time of the evaluation, and its zone. */
      readonly now: string
      readonly timezone: string
    }
  | { readonly kind: 'all' | 'any'; readonly outcome: TraceOutcome; readonly nodes: readonly TraceNode[] }
  | { readonly kind: 'not'; readonly outcome: TraceOutcome; readonly node: TraceNode }
  /** What the caller may not read. */
  | { readonly hidden: true; readonly outcome: TraceOutcome }

/** The condition of an attribute. Secrets are masked, and lists are reduced to the member that matches. */
export interface AttributeNode {
  readonly kind: 'attribute'
  readonly outcome: TraceOutcome
  readonly attribute: string
  readonly operator: OperatorName
  readonly ignoreCase?: true
  /** The value, or the one of several that matches. */
  readonly value?: string | number | boolean
  /** The attribute in the context, or the item of a list that matches. Absent if it is absent, an object or a list. */
  readonly actual?: string | number | boolean | null
}
