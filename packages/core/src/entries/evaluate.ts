/**
 * Evaluates features, assigns variants and converts to OpenFeature, for clients. Without schemas, handlers or a store.
 */
export { canonicalJson } from '../canonical-json.ts'
export { checkOptions } from '../check-options.ts'
export { anySignal, createClosing, isolatesRequests } from '../closing.ts'
export { expand } from '../configs/expand.ts'
export { type Context, clientOf, type Test } from '../context.ts'
export { type Assignment, assignments } from '../experiments/assign.ts'
export {
  type CompiledFeature,
  compileFeature,
  explain,
  explanation,
  isScripted,
  needsScript,
  scriptNeedsContext,
} from '../features/evaluate.ts'
export type { Explanation } from '../features/explanation.ts'
export {
  type Details,
  type Environment,
  matched,
  type Reason,
} from '../features/strategies/strategy.ts'
export { BUCKETS, bucketOf, type HashState, hashState } from '../hash.ts'
export { nearest } from '../nearest.ts'
export type { OpenFeatureCode } from '../ofrep/codes.ts'
export {
  type EvaluationContext,
  type FlagEvaluation,
  type FlagFailure,
  type FlagMetadata,
  flagMetadata,
  type Outcome,
  outcomeOf,
  toContext,
  toFlag,
} from '../ofrep/openfeature.ts'
export type { Clock, Random, Unsubscribe, Wait } from '../ports.ts'
export { timeZone } from '../time.ts'
export { realWait } from '../wait.ts'
