/**
 * Evaluates conditions, segments and features with rules, and checks the values of configs. Apart from `evaluate`,
 * because it is large, and clients load it with the first feature that has rules.
 */
export { compileCondition } from '../conditions/compile.ts'
export { operatorNames, operators } from '../conditions/operators/index.ts'
export type { Operator } from '../conditions/operators/operator.ts'
export { createReferences, type LiveReferences, type ReferenceKind } from '../conditions/references.ts'
export { explainCondition } from '../conditions/trace.ts'
export { referencesOf, usesPatterns } from '../conditions/uses.ts'
export { checkValuesOf } from '../configs/check-values.ts'
export { targetingEngine } from '../features/targeting-engine.ts'
export { conditionsIn, isScripted, type Target, targetsIn } from '../targeting/target.ts'
