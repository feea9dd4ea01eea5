import { compileCondition } from './compile.ts'
import type { Condition } from './condition.ts'
import type { CompiledCondition, ConditionEnvironment } from './environment.ts'
import type { LiveReferences } from './references.ts'

/** What a condition outside features, segments and configs is compiled with. */
export type LiveConditionEnvironment = ConditionEnvironment & Pick<LiveReferences, 'evaluation'>

/**
 * Compiles a condition that is no part of a feature, a segment or a config, such as an audience. It follows changes of
 * the segments and features in it. Throws INVALID for an unknown operator, and for `matches` without `patterns`.
 */
export function compileAlone(condition: Condition, environment: LiveConditionEnvironment): CompiledCondition {
  const { evaluation } = environment
  const { isTrue, isUnresolved } = compileCondition(condition, environment)
  return { isTrue: evaluation(isTrue), ...(isUnresolved && { isUnresolved: evaluation(isUnresolved) }) }
}
