import type { Context } from '../context.ts'
import type { Config } from './config.ts'
import type { ConfigDecision } from './evaluate.ts'

/** Is told of configs. */
export interface ConfigTelemetry {
  /** A config was evaluated, in this process. */
  configEvaluated?(config: Config, decision: ConfigDecision, context: Context | undefined): void
}
