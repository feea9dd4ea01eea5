/**
 * Evaluates features, assigns variants and converts to OpenFeature, for clients. Without schemas, handlers or a store.
 */

export type { Timing } from '../conditions/compile-window.ts'
export type {
  AllCondition,
  AnyCondition,
  AttributeCondition,
  Condition,
  FeatureCondition,
  NotCondition,
  SegmentCondition,
  TimeCondition,
} from '../conditions/condition.ts'
export { type Context, clientOf, isNoObject, type Test } from '../conditions/context.ts'
export type { CompiledCondition, ConditionEnvironment } from '../conditions/environment.ts'
export { createLacking, type Lacking } from '../conditions/lacking.ts'
export { loadPatterns } from '../conditions/load-patterns.ts'
export type { OperatorName } from '../conditions/operators/index.ts'
export type { PatternEngine } from '../conditions/patterns.ts'
export type { TimeWindow } from '../conditions/time-window.ts'
export type { ConditionTrace, ExplainedCondition } from '../conditions/trace.ts'
export type { AttributeNode, TraceNode, TraceOutcome } from '../conditions/trace-node.ts'
export type { References } from '../conditions/uses.ts'
export {
  type CompiledConfig,
  type ConfigDecision,
  type ConfigEnvironment,
  type ConfigEvaluation,
  type ConfigRulesEngine,
  compileConfig,
  type DecideConfig,
  isRuled,
  type RuledConfig,
} from '../configs/evaluate.ts'
export { expand, expandFrozen } from '../configs/expand.ts'
export type { Arm, ConfigRule, SplitRule, ValueRule } from '../configs/rule.ts'
export { type Assignment, assignments } from '../experiments/assign.ts'
export { compileLayer } from '../experiments/layers/compile-layer.ts'
export {
  type CompiledFeature,
  compileFeature,
  decidedBy,
  explain,
  explanation,
  needsScript,
  scriptNeedsContext,
} from '../features/evaluate.ts'
export type { Explanation } from '../features/explanation.ts'
export { loadTargeting } from '../features/load-targeting.ts'
export {
  type Details,
  type Environment,
  matched,
  type Reason,
  type TargetingEngine,
} from '../features/strategies/strategy.ts'
export type { Flag } from '../flags/flag.ts'
export { readGatewayUrl } from '../gateway/apis/address-of.ts'
export { checkOptions } from '../machine/errors/check-options.ts'
export { firstTimes } from '../machine/errors/first-times.ts'
export { nearest } from '../machine/errors/nearest.ts'
export type { AskedKind } from '../machine/errors/notices.ts'
export { canonicalJson } from '../machine/json/canonical-json.ts'
export { frozenCopy } from '../machine/json/frozen-copy.ts'
export { BUCKETS, bucketBounds, bucketOf, type HashState, hashState } from '../machine/secrets/hash.ts'
export { anySignal, createClosing, isolatesRequests } from '../machine/time/closing.ts'
export {
  type DateStyle,
  formatLocal,
  formatMinutes,
  isTimeZone,
  parseLocal,
  parseMinutes,
  type TimeZone,
  timeZone,
  toInstant,
} from '../machine/time/time.ts'
export { realWait } from '../machine/time/wait.ts'
export type { OpenFeatureCode } from '../ofrep/codes.ts'
export {
  type ConfigFlag,
  configMetadata,
  type EvaluationContext,
  type FlagEvaluation,
  type FlagFailure,
  type FlagMetadata,
  flagMetadata,
  type Outcome,
  outcomeOf,
  toConfigFlag,
  toContext,
  toFlag,
} from '../ofrep/openfeature.ts'
export type { Clock, Random, Unsubscribe, Wait } from '../ports.ts'
export { daysToGo, type SampleSize, type SampleSizeGoal, sampleSizeFor } from '../statistics/sample-size.ts'
