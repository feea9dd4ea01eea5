import type { Config, Feature } from '@signalbox/core/contract'
import type { Condition, ConfigEvaluation, Context, Explanation, Flag } from '@signalbox/core/evaluate'
import type { Instead, VariantOptions } from './failures.ts'
import type { Snapshot } from './following/snapshot.ts'
import type { ConfigKey, ConfigValue, ExperimentKey, Keys } from './keys.ts'
import type { OnLive, Status } from './live-options.ts'
import type { StandardSchema } from './schema.ts'

/** Whether a feature is active, and why. */
export interface Decision {
  readonly active: boolean
  /** Has the reason ERROR if a script failed, which counts as inactive. */
  readonly explanation: Explanation
}

/** Feature flags in memory, kept fresh by the server's event stream. */
export interface Live<K extends Keys = Keys> {
  /**
   * Resolves when the server's answers apply. If the first attempt to reach it fails, resolves if a bootstrap
   * or a snapshot can answer instead; otherwise rejects with that failure. Attempts continue, and the defaults apply
   * meanwhile.
   */
  ready(): Promise<void>
  readonly status: Status
  /**
   * Whether a feature is active in a context. Synchronous and never throws; allocates nothing, except for scripts. For
   * a script, and for a feature that this client cannot evaluate, it returns the server's last answer for the context,
   * and asks for a new one in the background. An unknown feature has its default in `flags`, else `false`.
   */
  isActive(key: K['features'], context?: Context): boolean
  /**
   * Returns a handle of a feature or a config, for code that asks often: the key is written once, and `isActive` looks
   * the feature up only after a change. It follows every change, and returns what the functions of the same names return
   * for its key.
   *
   * @example
   * const express = flags.flag('shop:express')
   * express.isActive({ id: 'ann' })
   */
  flag<N extends K['features'] | ConfigKey<K>>(key: N): FlagOf<K, N>
  /** Like `isActive`, but waits for the server if only that can decide, and for `ready` at startup. */
  check(key: K['features'], context?: Context, instead?: Instead<boolean>): Promise<boolean>
  /**
   * Whether a feature is active and why, evaluated like `check`. Rejects with NOT_FOUND for an unknown feature, and
   * rejects if only the server can decide and it cannot be asked.
   */
  decide(key: K['features'], context?: Context): Promise<Decision>
  /** Why a feature is active or not, using the server's last answer for scripts; `undefined` if unknown. */
  explain(key: K['features'], context?: Context): Explanation | undefined
  /**
   * The feature record, including description and metadata; `undefined` if unknown. The object is shared: do not modify
   * it.
   */
  feature(key: K['features']): Feature | undefined
  /**
   * The value of a config, with JSON objects and lists in texts parsed. Frozen and shared: copy it before changing it.
   * For an unknown config, the default in `flags`, else `undefined`. With `schema`, the validated value, cached.
   */
  readonly config: ReadConfig<K>
  /**
   * The value of a config in a context: that of the first of its rules that is true, or else its value. Synchronous and
   * never throws; allocates nothing if this client evaluates the config. For a config that only the server can evaluate,
   * it returns the server's last answer for the context, else the value without rules, and asks for a new one in the
   * background. For an unknown config, the default in `flags`, else `undefined`. Frozen and shared, as `config`.
   *
   * @example
   * const limit = flags.value('shop:limit', { id: 'ann', plan: 'pro' })
   */
  readonly value: ReadValue<K>
  /** Like `value`, but waits for the server if only that can decide, and for `ready` at startup, as `check` does. */
  readonly checkValue: CheckValue<K>
  /**
   * The value of a config in a context, with the reason, and with the rule and the variant that decided, using the
   * server's last answer if only that can decide; `undefined` for an unknown config. Synchronous and never throws. Until
   * the server has answered, returns the value without rules, with the reason ERROR and a message.
   */
  evaluate<C extends ConfigKey<K>>(key: C, context?: Context): Evaluated<K['configs'][C]> | undefined
  /**
   * The value of a config in a context, and why, evaluated like `checkValue`. Rejects with NOT_FOUND for an unknown
   * config, and rejects if only the server can decide and it cannot be asked.
   */
  decideValue<C extends ConfigKey<K>>(key: C, context?: Context): Promise<Evaluated<K['configs'][C]>>
  /**
   * The config record, including type, rules and metadata; `undefined` if unknown. The object is shared: do not modify
   * it.
   */
  configRecord<C extends ConfigKey<K>>(key: C): Config | undefined
  /**
   * The id of a client's variant. Asks the server, which binds the client; cached for five minutes. For a client that is
   * not eligible in the context, the default, else `undefined`.
   */
  variant<E extends ExperimentKey<K>>(
    key: E,
    clientId: string,
    options?: VariantOptions<K['experiments'][E]>,
  ): Promise<K['experiments'][E] | undefined>
  /**
   * The id of a client's variant, if it is known locally: the server's last answer, or, if the server assigns by
   * `hash` or `classic`, the variant that an unbound client will get. A client bound under earlier traffic shares keeps
   * its variant; only `variant` knows that. `undefined` for a client that is not eligible in the context.
   */
  variantNow<E extends ExperimentKey<K>>(key: E, clientId: string, context?: Context): K['experiments'][E] | undefined
  /**
   * Whether a condition is true in a context, such as the audience of an experiment. Pass the same object each time: it is
   * compiled once. `undefined` if only the server can tell, and until the code for conditions is loaded.
   */
  isTrue(condition: Condition, context?: Context): boolean | undefined
  /**
   * Asks the server for everything that only it can tell in a context, so that `isActive` and `variantNow` know it: the
   * results of scripts and, for the experiments that match the patterns in `experiments`, the variants of the client
   * `context.id`, which binds the client. Rejects if the server cannot be asked.
   */
  prepare(context: Context, experiments?: string): Promise<void>
  /**
   * Queues that a client saw its variant. Pass the context if the experiment has an audience. Sent until the server has
   * received it, and counted once.
   */
  displayed(key: ExperimentKey<K>, clientId: string, context?: Context): void
  /** Queues that a client reached the goal of the experiment. Sent after the client's earlier `displayed`. */
  won(key: ExperimentKey<K>, clientId: string, context?: Context): void
  /** Resolves when everything queued so far was accepted or refused. Refusals are reported. */
  flush(): Promise<void>
  /**
   * Subscribes to changes, to the status, and to failures that nobody awaits. Without an `error` listener, these
   * failures go to the console.
   */
  readonly on: OnLive
  /** All records in memory, as JSON. Usable as `bootstrap`. */
  snapshot(): Snapshot
  /**
   * Sends what is queued, saves the snapshot, and stops all background work. The last known values keep being returned.
   */
  close(): Promise<void>
}

/** The handle of a key: with the functions for features, for configs, or for both if the keys are not declared. */
export type FlagOf<K extends Keys, N> = Pick<
  Flag<N extends ConfigKey<K> ? ConfigValue<K, N> : unknown>,
  | 'id'
  | (N extends K['features'] ? 'isActive' | 'explain' : never)
  | (N extends ConfigKey<K> ? 'value' | 'evaluate' : never)
>

/** The value of a config in a context, and why. Shared: do not modify it. */
export interface Evaluated<T = unknown> extends ConfigEvaluation {
  readonly value: T
}

/**
 * How `value` reads a config: as it is, or through a schema. The default is for an unknown config, and for a value that
 * its schema rejects.
 */
export interface ReadValue<K extends Keys = Keys> {
  <C extends ConfigKey<K>>(key: C, context?: Context): ConfigValue<K, C>
  <C extends ConfigKey<K>, T>(
    key: C,
    context: Context | undefined,
    options: { readonly schema: StandardSchema<T>; readonly default: T },
  ): T
  <C extends ConfigKey<K>, T>(
    key: C,
    context: Context | undefined,
    options: { readonly schema: StandardSchema<T> },
  ): T | undefined
  <C extends ConfigKey<K>>(
    key: C,
    context: Context | undefined,
    options: { readonly default: K['configs'][C] },
  ): K['configs'][C]
}

/** How `checkValue` reads a config: as it is, with a default, or through a schema. */
export interface CheckValue<K extends Keys = Keys> {
  <C extends ConfigKey<K>>(key: C, context?: Context): Promise<ConfigValue<K, C>>
  <C extends ConfigKey<K>, T>(
    key: C,
    context: Context | undefined,
    options: Instead<T> & { readonly schema: StandardSchema<T>; readonly default: T },
  ): Promise<T>
  <C extends ConfigKey<K>, T>(
    key: C,
    context: Context | undefined,
    options: Instead<T> & { readonly schema: StandardSchema<T> },
  ): Promise<T | undefined>
  <C extends ConfigKey<K>>(
    key: C,
    context: Context | undefined,
    options: Instead<K['configs'][C]> & { readonly default: K['configs'][C] },
  ): Promise<K['configs'][C]>
  <C extends ConfigKey<K>>(
    key: C,
    context: Context | undefined,
    options: Instead<K['configs'][C]>,
  ): Promise<ConfigValue<K, C>>
}

/** The ways to read a config: as it is, with a default, or through a schema. */
export interface ReadConfig<K extends Keys = Keys> {
  <C extends ConfigKey<K>>(key: C): ConfigValue<K, C>
  <C extends ConfigKey<K>, T>(
    key: C,
    options: Instead<T> & { readonly schema: StandardSchema<T>; readonly default: T },
  ): T
  <C extends ConfigKey<K>, T>(key: C, options: Instead<T> & { readonly schema: StandardSchema<T> }): T | undefined
  <C extends ConfigKey<K>>(
    key: C,
    options: Instead<K['configs'][C]> & { readonly default: K['configs'][C] },
  ): K['configs'][C]
  <C extends ConfigKey<K>>(key: C, options: Instead<K['configs'][C]>): ConfigValue<K, C>
}
