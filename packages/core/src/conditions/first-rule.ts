/** Rules in order, of features and of configs: the first whose condition is true decides. */

import { compileCondition } from './compile.ts'
import type { Condition } from './condition.ts'
import type { Context, Test } from './context.ts'
import type { ConditionEnvironment } from './environment.ts'
import type { LiveReferences } from './references.ts'
import { referencesOf } from './uses.ts'

/** Decides for a context. Allocates nothing. */
export type Decide<R> = (context: Context | undefined) => R

/** A rule that is ready to be evaluated. A constant result needs no function, which would take a hundred bytes. */
export interface CompiledRule<R> {
  /** Whom the rule is for. Absent for a rule that is for everybody. */
  readonly isTrue: Test | undefined
  readonly result: R | Decide<R>
}

/** What rules are compiled with. Without references, every segment and feature is unresolved. */
export type RuleEnvironment = Omit<ConditionEnvironment, 'segment' | 'feature'> &
  Partial<Pick<LiveReferences, 'segment' | 'feature'>>

/** A rule of a record. */
interface Conditional {
  readonly when?: Condition
}

/** Returns the result of the first rule whose condition is true. Each function keeps only what its decision needs. */
export function firstTrue<R extends boolean | object>(rules: readonly CompiledRule<R>[], otherwise: R): Decide<R> {
  const [first, second] = rules
  if (!first) return constant(otherwise)
  if (second) return inOrder(rules, otherwise)
  const { isTrue, result } = first
  if (isTrue === undefined) return isDecide(result) ? result : constant(result)
  if (isDecide(result)) return decideIf(isTrue, result, otherwise)
  return result === true && otherwise === false
    ? (isTrue as Decide<boolean> as Decide<R>)
    : either(isTrue, result, otherwise)
}

/** Compiles the condition of a rule. */
export const compileWhen = ({ when }: Conditional, environment: RuleEnvironment): Test | undefined =>
  when && compileCondition(when, conditionEnvironment(environment)).isTrue

/** Completes the environment of conditions. */
export const conditionEnvironment = (environment: RuleEnvironment): ConditionEnvironment => {
  const { segment = unresolved, feature = unresolved, clock, zone, patterns } = environment
  return { segment, feature, clock, zone, patterns }
}
const unresolved = () => undefined

/** Whether a rule refers to segments or features. Only these are evaluated together, each once. */
export function hasReferences({ when }: Conditional): boolean {
  const { segments, features } = referencesOf(when)
  return segments.size + features.size > 0
}

/** The sentence for a context without the attribute that decides a share or a split. */
export const needsAttribute = (what: string, by: string): string =>
  `The ${what} of the rule needs the attribute ${by} of the context, as non-empty text or a number`

const isDecide = <R>(result: R | Decide<R>): result is Decide<R> => typeof result === 'function'

const constant =
  <R>(result: R): Decide<R> =>
  () =>
    result

const either =
  <R>(isTrue: Test, result: R, otherwise: R): Decide<R> =>
  (context) =>
    isTrue(context) ? result : otherwise

const decideIf =
  <R>(isTrue: Test, decide: Decide<R>, otherwise: R): Decide<R> =>
  (context) =>
    isTrue(context) ? decide(context) : otherwise

const inOrder =
  <R>(rules: readonly CompiledRule<R>[], otherwise: R): Decide<R> =>
  (context) => {
    for (let i = 0; i < rules.length; i++) {
      const { isTrue, result } = rules[i] as CompiledRule<R>
      if (isTrue === undefined || isTrue(context)) return isDecide(result) ? result(context) : result
    }
    return otherwise
  }
