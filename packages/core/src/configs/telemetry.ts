import type { Context } from '../conditions/context.ts'
import type { Config } from './config.ts'
import type { ConfigDecision } from './evaluate.ts'

/** Observes configs. */
export interface ConfigTelemetry {
  /** A config was evaluated in this process: once for every result that a caller got. Reading records is no evaluation. */
  configEvaluated?(config: Config, decision: ConfigDecision, context: Context | undefined): void
}
