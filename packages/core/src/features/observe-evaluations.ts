import { type CompiledConfig, type ConfigDecision, undecided } from '../configs/evaluate.ts'
import type { ConfigTelemetry } from '../configs/telemetry.ts'
import { type CompiledFeature, explainResult, needsScript } from './evaluate.ts'
import type { Environment } from './strategies/strategy.ts'
import type { FeatureTelemetry } from './telemetry.ts'

/** Turns a compiled feature into one whose evaluations are reported. */
export type ObserveFeature = (compiled: CompiledFeature, environment: Environment) => CompiledFeature

/** Turns a compiled config into one whose evaluations are reported. */
export type ObserveConfig = (compiled: CompiledConfig) => CompiledConfig

/**
 * Creates an observer of features, or `undefined` without a receiver. A feature with a script is reported by the code
 * that runs it.
 */
export function observeFeatures(telemetry: FeatureTelemetry): ObserveFeature | undefined {
  if (!telemetry.featureEvaluated) return undefined
  const tell = telemetry.featureEvaluated.bind(telemetry)
  return (compiled, environment) => {
    if (needsScript(compiled)) return compiled
    const { feature, isActive: test } = compiled
    const explain = explainResult(compiled, environment)
    return {
      ...compiled,
      isActive(context) {
        let isActive = false
        try {
          isActive = test(context)
        } finally {
          tell(feature, isActive, context, explain)
        }
        return isActive
      },
      unobserved: test,
    }
  }
}

/** Creates an observer of configs, or `undefined` without a receiver. */
export function observeConfigs(telemetry: ConfigTelemetry): ObserveConfig | undefined {
  if (!telemetry.configEvaluated) return undefined
  const tell = telemetry.configEvaluated.bind(telemetry)
  return ({ config, decide }) => ({
    config,
    decide(context) {
      let decision: ConfigDecision | undefined
      try {
        decision = decide(context)
      } finally {
        tell(config, decision ?? undecided(config), context)
      }
      return decision
    },
  })
}
