import type { Feature } from '@signalbox/core/contract'
import type { Context, Explanation } from '@signalbox/core/evaluate'
import type { Instead } from './failures.ts'
import type { ConfigKey, ConfigValue, ExperimentKey, Keys } from './keys.ts'
import type { OnLive, Status } from './live-options.ts'
import type { StandardSchema } from './schema.ts'
import type { Snapshot } from './snapshot.ts'

/** Whether a feature is active, and why. */
export interface Decision {
  readonly active: boolean
  /** With the reason ERROR where a script has failed, which counts as inactive. */
  readonly explanation: Explanation
}

/** Flags in memory, as fresh as the server's event stream. */
export interface Live<K extends Keys = Keys> {
  /**
   * Resolves when the answers are those of the server; or, when the first attempt to reach it has failed, of the bootstrap or the
   * snapshot. Rejects with that failure when there is neither: the defaults answer then, and further attempts are made.
   */
  ready(): Promise<void>
  readonly status: Status
  /**
   * Whether a feature is active in a context. Synchronous, never throws, allocates nothing but for scripts: of these the server's last answer
   * for the context counts, and a new one is asked for in the background. Of an unknown feature the default in `flags`, or `false`.
   */
  isActive(key: K['features'], context?: Context): boolean
  /** The same, but waits for the server where a script decides, and for `ready` at the start. */
  check(key: K['features'], context?: Context, instead?: Instead<boolean>): Promise<boolean>
  /**
   * Whether a feature is active and why, as `check` finds it. Rejects with NOT_FOUND for an unknown one, and where it cannot be told: the
   * server cannot be asked what a script says.
   */
  decide(key: K['features'], context?: Context): Promise<Decision>
  /** Why a feature is as it is, of a script what the server said last; `undefined` for an unknown one. */
  explain(key: K['features'], context?: Context): Explanation | undefined
  /** The feature itself, its description and metadata among the rest; `undefined` for an unknown one. Everyone shares it: do not change it. */
  feature(key: K['features']): Feature | undefined
  /**
   * The value of a config, a text that holds an object or a list expanded; of an unknown one its default in `flags`, and `undefined` where that
   * has none. All callers share the one value, frozen: copy it to change it. With a schema, what that makes of it, once a value.
   */
  readonly config: ReadConfig<K>
  /** The id of a client's variant: asked for, which binds the client, and remembered for five minutes. */
  variant<E extends ExperimentKey<K>>(
    key: E,
    clientId: string,
    instead?: Instead<K['experiments'][E]>,
  ): Promise<K['experiments'][E] | undefined>
  /**
   * The id of a client's variant as far as it is known here: what the server said last, else, where the server assigns by `hash` or `classic`, what
   * it will say of a client that is not bound yet (a client bound under other shares of traffic keeps its variant: `variant` tells).
   */
  variantNow<E extends ExperimentKey<K>>(key: E, clientId: string): K['experiments'][E] | undefined
  /**
   * Asks the server at once for all that only it can tell in a context, so that `isActive` and `variantNow` know it: what scripts say, and
   * the variants of the client `context.id` in the experiments of a list of patterns, which binds the client in them. Rejects when it cannot be asked.
   */
  prepare(context: Context, experiments?: string): Promise<void>
  /** Queues that a client saw their variant: sent until the server has it, counted once. */
  displayed(key: ExperimentKey<K>, clientId: string): void
  /** Queues that a client did what the experiment hopes for; sent after what was displayed to the client before. */
  won(key: ExperimentKey<K>, clientId: string): void
  /** Resolves when all that is queued now was accepted, or refused, which is reported. */
  flush(): Promise<void>
  /** Hears of changes, of the status, and of failures that nobody awaits; where nobody hears those they are in the console. */
  readonly on: OnLive
  /** All that is held, as JSON: fits `bootstrap`. */
  snapshot(): Snapshot
  /** Sends what is queued, saves the snapshot, and ends all that goes on in the background. What was known last goes on to answer. */
  close(): Promise<void>
}

/** How a config is read: as it is, with a default, or through a schema. */
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
