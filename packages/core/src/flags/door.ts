import type { Condition } from '../conditions/condition.ts'
import { type Context, isNoObject, type Test } from '../conditions/context.ts'
import { type CompiledConfig, type ConfigDecision, type ConfigEvaluation, undecided } from '../configs/evaluate.ts'
import { explain, explanation } from '../features/evaluate.ts'
import type { Explanation } from '../features/explanation.ts'
import type { Loading } from '../features/live.ts'
import { firstTimes } from '../machine/errors/first-times.ts'
import { type AskedKind, noObject, undecidedConfig, unknownKey } from '../machine/errors/notices.ts'
import type { Flag } from './flag.ts'
import { createIsTrue } from './live-conditions.ts'
import type { FlagsParts } from './parts.ts'

/** Synchronous evaluation of features and configs. */
export interface FlagsDoor {
  /** Resolves when all features and configs are loaded. Asynchronous calls wait for that automatically. */
  ready(): Promise<void>
  /**
   * How far the features, segments and configs have been loaded into memory: for probes of a program that starts with
   * many records. Synchronous; does not start the load, as `ready` does.
   *
   * @example
   * const { isLoaded, loaded, total } = box.loading() // false, 120000, 300000
   */
  loading(): Loading
  /**
   * Whether a feature is active in a context. Synchronous, without allocation, never throws. Returns `false` for an
   * unknown feature, for a feature with a script (use `features.checkWith`), for a context that throws (reported), and
   * before `ready` unless the store is in memory.
   *
   * @example
   * await box.ready()
   * box.isActive('shop:express', { id: 'ann' })
   */
  isActive(id: string, context?: Context): boolean
  /**
   * Returns a handle of the flag with an id, for code that asks often: the id is written once, and `isActive` looks the
   * feature up only after a change. The flag need not exist, and the box need not be ready.
   *
   * @example
   * const express = box.flag('shop:express')
   * express.isActive({ id: 'ann' })
   *
   * const limit = box.flag('shop:limit')
   * limit.value({ id: 'ann' }, { default: 3 })
   */
  flag(id: string): Flag
  /**
   * Explains why a feature is active or not; `undefined` for an unknown feature. Does not run scripts: for those use
   * `features.checkWith` with `explain`. Never throws.
   */
  explain(id: string, context?: Context): Explanation | undefined
  /**
   * Returns the value of a config in a context: that of the first rule that is true, or else the value of the config.
   * Synchronous, without allocation, never throws: for a context that throws, it returns the value without rules, and
   * reports the error. Returns `default`, else `undefined`, for an unknown config, and before `ready` unless the store is
   * in memory. Objects are frozen and shared: copy them before changing them. Texts that contain JSON are parsed, unless the
   * config has a type.
   *
   * @example
   * await box.ready()
   * const limits = box.value('shop:limits', { id: 'ann', plan: 'pro' })
   * const limit = box.value('shop:limit', { id: 'ann' }, { default: 3 }) // a number
   */
  value(id: string, context?: Context): unknown
  value<T>(id: string, context: Context | undefined, options: { readonly default: T }): T
  /**
   * Returns the value of a config in a context as `value` does, with the reason, and with the rule and the variant that
   * decided. `undefined` for an unknown config. The value is frozen and shared. For features, use `explain`. Never throws.
   *
   * @example
   * const { value, variant, reason } = box.evaluate('shop:button', { id: 'ann' }) ?? {}
   */
  evaluate(id: string, context?: Context): ConfigEvaluation | undefined
  /**
   * Whether a condition is true in a context, such as the audience of an experiment. Pass the same object each time: it is
   * compiled once. Returns `undefined` until the code and the records for it are loaded, which the first call starts.
   *
   * @example
   * box.isTrue(experiment.audience, { id: 'ann', country: 'FR' })
   */
  isTrue(condition: Condition, context?: Context): boolean | undefined
}

/** Creates the synchronous functions over live features. */
export function createDoor({
  live,
  environment,
  report,
}: Pick<FlagsParts, 'live' | 'environment' | 'report'>): FlagsDoor {
  const { find, findConfig, changes } = live // looking up a member of an object with getters is slow, and checks come by the million
  const isFirst = { feature: firstTimes(), config: firstTimes() }
  const isFirstMisuse = { feature: firstTimes(), config: firstTimes() }
  let isReported = false

  /** Starts to load everything. A memory store loads at once; for any other store, the early call is reported. */
  function loadLate(call: string): void {
    const isThere = live.loadAtOnce()
    if (!isThere && !isReported)
      report(new Error(`${call} before the features and configs were loaded: await ready() first`))
    if (isThere || !isReported) live.ready().catch(report)
    isReported ||= !isThere
  }

  function findLate(id: string, call: string) {
    if (live.isLoaded) return undefined
    loadLate(call)
    return find(id)
  }

  function findConfigLate(id: string, call: string) {
    if (live.isLoaded) return undefined
    loadLate(call)
    return findConfig(id)
  }

  function isActive(id: string, context?: Context): boolean {
    const found = find(id) ?? findLate(id, IS_FALSE)
    if (found === undefined) return unknownFeature(id)
    if (isNoObject(context)) misused('feature', id, context)
    try {
      return found.isActive(context)
    } catch (cause) {
      return broken(id, cause)
    }
  }

  function unknown(kind: AskedKind, id: string, instead: string): void {
    if (live.isLoaded && isFirst[kind](id)) report(unknownKey({ kind, id, instead, ids: live.ids(kind) }))
  }

  function unknownFeature(id: string): false {
    unknown('feature', id, 'isActive returns false')
    return false
  }

  function misused(kind: AskedKind, id: string, context: unknown): void {
    if (isFirstMisuse[kind](id)) report(noObject(kind, id, context))
  }

  function broken(id: string, cause: unknown): false {
    report(new Error(`Feature ${id} could not be evaluated and is treated as inactive`, { cause }))
    return false
  }

  function why(id: string, context?: Context): Explanation | undefined {
    const found = find(id) ?? findLate(id, 'explain was called and returned undefined')
    if (found === undefined) return undefined
    try {
      return explain(found, environment, context)
    } catch (cause) {
      const message = `Feature ${id} could not be explained`
      report(new Error(message, { cause }))
      return explanation(found.feature, 'ERROR', { errorCode: 'GENERAL', message })
    }
  }

  function decide(found: CompiledConfig, context: Context | undefined): ConfigDecision {
    try {
      return found.decide(context)
    } catch (cause) {
      const { config } = found
      report(new Error(`Config ${config.id} could not be evaluated and its rules are ignored`, { cause }))
      return undecided(config)
    }
  }

  function value(id: string, context?: Context, options?: { readonly default: unknown }): unknown {
    const found = findConfig(id) ?? findConfigLate(id, 'value was called and returned its default')
    if (found === undefined) return unknownValue(id, options)
    const decision = decide(found, context)
    if (decision.errorCode !== undefined || isNoObject(context)) doubtful(id, context, decision)
    return decision.value
  }

  function unknownValue(id: string, options: { readonly default: unknown } | undefined): unknown {
    unknown('config', id, options === undefined ? 'value returns undefined' : 'value returns its default')
    return options?.default
  }

  function doubtful(id: string, context: unknown, { errorCode, message }: ConfigDecision): void {
    if (isNoObject(context)) misused('config', id, context)
    else if (errorCode !== undefined && isFirstMisuse.config(id)) report(undecidedConfig(id, message))
  }

  function evaluate(id: string, context?: Context): ConfigEvaluation | undefined {
    const found = findConfig(id) ?? findConfigLate(id, 'evaluate was called and returned undefined')
    return found && { id: found.config.id, ...decide(found, context) }
  }

  function flag(id: string): Flag {
    let test: Test | undefined
    /** The count of changes when the feature was looked up. */
    let seen: number | undefined

    function lookUp(): void {
      test = (find(id) ?? findLate(id, IS_FALSE))?.isActive
      if (live.isLoaded) seen = changes.count
    }

    return {
      id,
      isActive(context) {
        if (seen !== changes.count) lookUp()
        if (test === undefined) return unknownFeature(id)
        if (isNoObject(context)) misused('feature', id, context)
        try {
          return test(context)
        } catch (cause) {
          return broken(id, cause)
        }
      },
      explain: (context) => why(id, context),
      value: (context?: Context, options?: { readonly default: unknown }) => value(id, context, options) as never,
      evaluate: (context) => evaluate(id, context),
    }
  }

  return {
    ready: live.ready,
    loading: live.progress,
    isActive,
    flag,
    explain: why,
    value: value as FlagsDoor['value'],
    evaluate,
    isTrue: createIsTrue({ live, report }),
  }
}

const IS_FALSE = 'isActive was called and returned false'
