/**
 * Feature flags, configs, experiments, scripts and their events, and nothing else: a small entry point for programs
 * that only need flags.
 */
export type { Caller, Identity } from '../callers/caller.ts'
export type { ConfigDecision, ConfigEvaluation } from '../configs/evaluate.ts'
export type { Context } from '../context.ts'
export { type ErrorCode, type Problem, type Problems, SignalboxError } from '../errors.ts'
export type { Explanation } from '../features/explanation.ts'
export type { Feature, FeatureBody } from '../features/feature.ts'
export type { Loading } from '../features/live.ts'
export type { Reason } from '../features/strategies/strategy.ts'
export { createFlags, type Flags, type FlagsApi } from '../flags/create-flags.ts'
export type { FlagsDoor } from '../flags/door.ts'
export type { Flag } from '../flags/flag.ts'
export type { FlagsOptions } from '../flags/options.ts'
export type { ChangeEvent } from '../log/event.ts'
export { type MemoryStoreOptions, memoryStore } from '../memory/store.ts'
export type { Clock, Ports, Random, Report, ScriptEngine, ScriptEngines, Store, Wait } from '../ports.ts'
