/**
 * Evaluates features. Pure: a feature is compiled to a closure when it changes, and the closure serves every check. The
 * service and all clients evaluate through this file.
 */

import { type Context, clientOf, type Test } from '../conditions/context.ts'
import { failure, problem } from '../machine/errors/errors.ts'
import type { Explanation } from './explanation.ts'
import type { Feature } from './feature.ts'
import { type StrategyName, strategies, strategyNames } from './strategies/index.ts'
import type { Details, Environment, Reason, Strategy } from './strategies/strategy.ts'

/** A feature that is ready to be checked. */
export interface CompiledFeature {
  readonly feature: Feature
  /**
   * Whether the feature is active in a context. `false` for a feature that needs a context if there is none, and for
   * scripts, which must be awaited.
   */
  readonly isActive: Test
  /** The same test for explanations, if telemetry observes evaluations: it does not observe these. @default isActive */
  readonly unobserved?: Test
  /** Why the feature cannot be evaluated, such as the strategy of a later version. It is then inactive for everybody. */
  readonly problem?: Error | undefined
}

const never: Test = () => false
const always: Test = () => true
/** Stands for a script, and marks the feature as one that must be awaited. */
const notYet: Test = () => false

/**
 * Compiles a feature. Throws INVALID for an unknown strategy, such as that of a later version.
 *
 * @example
 * const environment: Environment = { clock: Date.now, zone: timeZone('UTC'), bucketing: 'murmur3' }
 * const { isActive } = compileFeature(feature, environment)
 * isActive({ id: 'ann' })
 */
export function compileFeature(feature: Feature, environment: Environment): CompiledFeature {
  const { compile } = strategyOf(feature)
  if (!feature.enabled) return { feature, isActive: never }
  if (!compile) return { feature, isActive: notYet }
  return { feature, isActive: compile(feature.parameters as never, environment, feature.id) }
}

function strategyOf({ id, activationStrategy: name }: Feature): Strategy {
  if (Object.hasOwn(strategies, name)) return strategies[name] as Strategy
  const sentence = `Feature ${id} has the unknown activation strategy ${name}: expected one of ${strategyNames.join(', ')}`
  throw failure('INVALID', sentence, problem('error.enum', ...strategyNames))
}

/**
 * What decides features with a strategy: their parameters alone, conditions (which need `loadTargeting` and the records
 * that they refer to) or a script on the server. `undefined` for an unknown strategy, such as that of a later version.
 */
export function decidedBy(strategy: string): 'parameters' | 'targeting' | 'script' | undefined {
  if (!Object.hasOwn(strategies, strategy)) return undefined
  const { needsTargeting, compile } = strategies[strategy as StrategyName] as Strategy
  return needsTargeting ? 'targeting' : compile ? 'parameters' : 'script'
}

/** Whether only a script can decide a compiled feature. */
export const needsScript = ({ isActive }: CompiledFeature): boolean => isActive === notYet

/**
 * Explains the result of a compiled feature without a script in a context.
 *
 * @example
 * const { reason } = explain(compileFeature(feature, environment), environment, { id: 'ann' })
 */
export function explain(
  { feature, isActive, unobserved = isActive, problem }: CompiledFeature,
  environment: Environment,
  context?: Context,
): Explanation {
  if (problem) return explanation(feature, 'ERROR', { errorCode: 'GENERAL', message: problem.message })
  const strategy = strategyOf(feature)
  if (!feature.enabled) return explanation(feature, 'DISABLED')
  const missing = strategy.needsContext ? missingOf(strategy, context) : undefined
  const details = strategy.explain?.(feature.parameters as never, environment, feature.id, context)
  return missing
    ? explanation(feature, 'ERROR', { ...missing, ...details })
    : explanation(feature, strategy.reason(quietly(environment, () => unobserved(context))), details)
}

/** Runs an evaluation whose answer says whether the context lacks an attribute. */
const quietly = <T>({ lacking }: Environment, run: () => T): T => (lacking ? lacking.quietly(run) : run())

/** Creates what explains known results of a feature without a script. */
export const explainResult =
  ({ feature, problem }: Pick<CompiledFeature, 'feature' | 'problem'>, environment: Environment) =>
  (isActive: boolean, context?: Context): Explanation =>
    explain({ feature, problem, isActive: isActive ? always : never }, environment, context)

/** Creates an explanation of a feature from a reason and further details. */
export const explanation = (feature: Feature, reason: Reason, details: Details = {}): Explanation => ({
  reason,
  strategy: feature.activationStrategy,
  enabled: feature.enabled,
  ...details,
})

/** Why a script was not run: it needs a context, though not an id in it. */
export const scriptNeedsContext = {
  errorCode: 'TARGETING_KEY_MISSING',
  message: 'The script needs a context',
} as const satisfies Partial<Explanation>

const missingOf = ({ compile }: Strategy, context: Context | undefined) =>
  compile ? missingId(context) : context ? undefined : scriptNeedsContext

function missingId(context: Context | undefined) {
  if (clientOf(context) !== undefined) return undefined
  return context?.id === undefined || context.id === ''
    ? { errorCode: 'TARGETING_KEY_MISSING', message: 'The strategy needs a context with an id' }
    : { errorCode: 'INVALID_CONTEXT', message: 'The id of the context must be a string or a number' }
}
