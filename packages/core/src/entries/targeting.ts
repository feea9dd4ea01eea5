/**
 * Evaluates conditions, segments and features with rules, checks the values of configs, and says what a program would
 * not notice. Apart from `evaluate`, because it is large, and clients load it when it is first needed.
 */
export { compileCondition } from '../conditions/compile.ts'
export { operatorNames, operators } from '../conditions/operators/index.ts'
export type { Operator } from '../conditions/operators/operator.ts'
export { createReferences, type LiveReferences, type ReferenceKind } from '../conditions/references.ts'
export { explainCondition } from '../conditions/trace.ts'
export { referencesOf, usesPatterns } from '../conditions/uses.ts'
export { checkValuesOf } from '../configs/check-values.ts'
export { targetingEngine } from '../features/targeting-engine.ts'
export { lacksAttribute, noObject, type UnknownKey, undecidedConfig, unknownKey } from '../machine/errors/notices.ts'
export { conditionsIn, isScripted, type Target, targetsIn } from '../targeting/target.ts'
