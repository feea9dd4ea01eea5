/** Evaluates configs. Pure: the service and all clients evaluate through this file. */
import type { Timing } from '../conditions/compile-window.ts'
import type { Context } from '../conditions/context.ts'
import type { PatternEngine } from '../conditions/patterns.ts'
import type { LiveReferences } from '../conditions/references.ts'
import { failure } from '../machine/errors/errors.ts'
import type { Config } from './config.ts'
import { expandFrozen } from './expand.ts'
import type { ConfigRule } from './rule.ts'

/** The value of a config in a context, and why. Its value is shared; it is frozen if the config is. */
export interface ConfigDecision {
  readonly value: unknown
  /**
   * `STATIC` for a config without rules, `TARGETING_MATCH` or `SPLIT` if a rule decided, `DEFAULT` if none did, `ERROR`
   * if a split could not be decided.
   */
  readonly reason: 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DEFAULT' | 'ERROR'
  /** The rule that decided. */
  readonly rule?: { readonly index: number; readonly name?: string }
  /** The name of the variant of a split, or else of the rule. */
  readonly variant?: string
  /** With the reason ERROR: the code of OpenFeature, and a message. */
  readonly errorCode?: 'TARGETING_KEY_MISSING'
  readonly message?: string
}

/** The value of a config in a context, and why, with the id of the config. */
export interface ConfigEvaluation extends ConfigDecision {
  readonly id: string
}

/** Decides the value of a config in a context. Allocates nothing. */
export type DecideConfig = (context: Context | undefined) => ConfigDecision

/** A config that is ready to be evaluated. */
export interface CompiledConfig {
  readonly config: Config
  readonly decide: DecideConfig
}

/** What decides configs with rules (`loadTargeting`). A port, because it is large and not always needed. */
export interface ConfigRulesEngine {
  compileConfigRules(config: RuledConfig, environment: ConfigEnvironment): DecideConfig
}

/** The settings of an instance that configs use. */
export interface ConfigEnvironment extends Timing, Partial<Pick<LiveReferences, 'segment' | 'feature' | 'evaluation'>> {
  /** Required for configs with rules. */
  readonly targeting?: ConfigRulesEngine | undefined
  /** The engine of regular expressions (`loadPatterns`), for rules that use `matches`. */
  readonly patterns?: PatternEngine | undefined
}

/** A config with rules. */
export type RuledConfig = Config & { readonly rules: readonly ConfigRule[] }

/** Whether a config has rules. Others have the same value in every context. */
export const isRuled = (config: Config): config is RuledConfig => (config.rules?.length ?? 0) > 0

/**
 * Compiles a config. The rules of a config need `environment.targeting`; throws INVALID without it, and for an unknown
 * operator, such as that of a later version.
 *
 * @example
 * const decide = compileConfig({ id: 'shop:limit', value: 3 }, environment)
 * decide({ id: 'ann' }) // { value: 3, reason: 'STATIC' }
 */
export function compileConfig(config: Config, environment: ConfigEnvironment): DecideConfig {
  if (isRuled(config)) return engineOf(environment).compileConfigRules(config, environment)
  const decision: ConfigDecision = { value: defaultOf(config), reason: 'STATIC' }
  return () => decision
}

/** The decision about a config whose evaluation failed: the value without rules. */
export const undecided = (config: Config): ConfigDecision => ({ value: defaultOf(config), reason: 'ERROR' })

/** The value if no rule decides. Texts that contain JSON are parsed, unless the config has a type. */
export const defaultOf = ({ value, type }: Config): unknown => (type === undefined ? expandFrozen(value) : value)

function engineOf({ targeting }: ConfigEnvironment) {
  if (targeting) return targeting
  throw failure('INVALID', 'Configs with rules need the environment to have `targeting`: pass `await loadTargeting()`')
}
