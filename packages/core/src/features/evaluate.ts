/**
 * Whether a feature is active. Pure: a feature becomes a closure once, when it changes, and the closure answers checks
 * from then on. Everything that evaluates, here or in a client, goes through this file.
 */
import { failure, problem } from '../errors.ts'
import type { Explanation } from './explanation.ts'
import type { Feature } from './feature.ts'
import { strategies, strategyNames } from './strategies/index.ts'
import { clientOf } from './strategies/percentage.ts'
import type { Context, Details, Environment, Reason, Strategy, Test } from './strategies/strategy.ts'

/** A feature ready to be checked. */
export interface CompiledFeature {
  readonly feature: Feature
  /** The answer for a context. `false` for features that need one and are given none, and for scripts, which must be awaited. */
  readonly isActive: Test
}

const never: Test = () => false
/** Stands in for a script's answer, and marks the feature as one that has to wait for it. */
const notYet: Test = () => false

/** Compiles a feature. Throws INVALID for a strategy that there is not: one of a later version, say. */
export function compileFeature(feature: Feature, environment: Environment): CompiledFeature {
  const { compile } = strategyOf(feature)
  if (!feature.enabled) return { feature, isActive: never }
  if (!compile) return { feature, isActive: notYet }
  return { feature, isActive: compile(feature.parameters as never, environment, feature.id) }
}

function strategyOf({ id, activationStrategy: name }: Feature): Strategy {
  if (Object.hasOwn(strategies, name)) return strategies[name] as Strategy
  const sentence = `${id} has the activation strategy ${name}, which is none of ${strategyNames.join(', ')}`
  throw failure('INVALID', sentence, problem('error.enum', ...strategyNames))
}

/** Whether only a script can tell. */
export const needsScript = ({ isActive }: CompiledFeature): boolean => isActive === notYet

/** Whether it takes a script to decide a feature. */
export const isScripted = ({ enabled, activationStrategy }: Feature): boolean =>
  enabled && (strategies[activationStrategy] as Strategy).compile === undefined

/** Why a compiled feature that needs no script is as it is in a context. */
export function explain(
  { feature, isActive }: CompiledFeature,
  environment: Environment,
  context?: Context,
): Explanation {
  const strategy = strategies[feature.activationStrategy] as Strategy
  if (!feature.enabled) return explanation(feature, 'DISABLED')
  const missing = strategy.needsContext ? missingOf(strategy, context) : undefined
  const details = strategy.explain?.(feature.parameters as never, environment, feature.id, context)
  return missing
    ? explanation(feature, 'ERROR', { ...missing, ...details })
    : explanation(feature, strategy.reason(isActive(context)), details)
}

/** An explanation of a feature: the reason, and what else is known. */
export const explanation = (feature: Feature, reason: Reason, details: Details = {}): Explanation => ({
  reason,
  strategy: feature.activationStrategy,
  enabled: feature.enabled,
  ...details,
})

/** Why a script is not asked: it needs a context, whatever that holds, not an id. */
export const scriptNeedsContext = {
  errorCode: 'TARGETING_KEY_MISSING',
  message: 'The script needs a context',
} as const satisfies Partial<Explanation>

const missingOf = ({ compile }: Strategy, context: Context | undefined) =>
  compile ? missingId(context) : context ? undefined : scriptNeedsContext

function missingId(context: Context | undefined) {
  if (clientOf(context) !== undefined) return undefined
  return context?.id === undefined
    ? { errorCode: 'TARGETING_KEY_MISSING', message: 'The strategy needs a context with an id' }
    : { errorCode: 'INVALID_CONTEXT', message: 'The id of the context must be a text or a number' }
}
