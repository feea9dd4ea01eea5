import type { Context } from '../conditions/context.ts'
import type { ConfigEvaluation } from '../configs/evaluate.ts'
import type { Explanation } from '../features/explanation.ts'

/**
 * A handle of one flag: a feature, or a config with values of the type `V`. It follows every change: also while the flag
 * does not exist, its functions return what the functions of the same names return for its id.
 */
export interface Flag<V = unknown> {
  /** The id of the feature or the config. */
  readonly id: string
  /** Whether the feature is active in a context. Synchronous, without allocation, never throws. */
  isActive(context?: Context): boolean
  /** Explains why the feature is active or not; `undefined` if it is unknown. Never throws. */
  explain(context?: Context): Explanation | undefined
  /** Returns the value of the config in a context; `default`, else `undefined`, if it is unknown. Never throws. */
  value(context?: Context): V
  value<T>(context: Context | undefined, options: { readonly default: T }): T
  /** Returns the value of the config in a context, and why; `undefined` if it is unknown. Never throws. */
  evaluate(context?: Context): ConfigEvaluation | undefined
}
