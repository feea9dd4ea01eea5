import type { Context } from '../conditions/context.ts'
import type { Explanation } from './explanation.ts'
import type { Feature } from './feature.ts'

/** Explains an evaluation of a feature, without evaluating it again unless its rules must say which of them decided. */
export type ExplainEvaluation = (isActive: boolean, context: Context | undefined) => Explanation

/** Observes features. */
export interface FeatureTelemetry {
  /**
   * A feature was evaluated in this process: once for every result that a caller got. Features that conditions refer to
   * are part of an evaluation, and `explain` is none; a feature with a script is evaluated when the script has answered.
   * Pass `isActive` and `context` on to `explain` for the reason.
   */
  featureEvaluated?(feature: Feature, isActive: boolean, context: Context | undefined, explain: ExplainEvaluation): void
}
