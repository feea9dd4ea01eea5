import type { Context } from '../context.ts'
import type { Feature } from './feature.ts'

/** Is told of features. */
export interface FeatureTelemetry {
  /** A feature was evaluated, in this process. */
  featureEvaluated?(feature: Feature, isActive: boolean, context: Context | undefined): void
}
