/**
 * Feature flags, configs, experiments, scripts and their events, and nothing else: a small entry point for programs
 * that only need flags.
 */

export type { Context } from '../conditions/context.ts'
export type { ConfigDecision, ConfigEvaluation } from '../configs/evaluate.ts'
export type { Explanation } from '../features/explanation.ts'
export type { Feature, FeatureBody } from '../features/feature.ts'
export type { Loading } from '../features/live.ts'
export type { Reason } from '../features/strategies/strategy.ts'
export { createFlags, type Flags, type FlagsApi } from '../flags/create-flags.ts'
export type { FlagsDoor } from '../flags/door.ts'
export type { Flag } from '../flags/flag.ts'
export type { FlagsOptions } from '../flags/options.ts'
export type { Caller, Identity } from '../machine/callers/caller.ts'
export { type ErrorCode, type Problem, type Problems, SignalboxError } from '../machine/errors/errors.ts'
export type { ChangeEvent } from '../machine/log/event.ts'
export { type MemoryStoreOptions, memoryStore } from '../memory/store.ts'
export type { Clock, Ports, Random, Report, ScriptEngine, ScriptEngines, Store, Wait } from '../ports.ts'
