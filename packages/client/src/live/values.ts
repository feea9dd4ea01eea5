import type { Config } from '@signalbox/core/contract'
import { type ConfigDecision, type Context, isNoObject } from '@signalbox/core/evaluate'
import { type Instead, instead, missing } from './failures.ts'
import type { Defaults } from './keys.ts'
import type { Evaluated } from './live-api.ts'
import type { OnError } from './live-options.ts'
import type { MissingKeys } from './missing-keys.ts'
import { type HeldConfig, ownValue } from './records/held.ts'
import { createValidator, type StandardSchema } from './schema.ts'
import type { State } from './state.ts'

interface ValuePorts {
  readonly state: State
  readonly defaults: Defaults
  readonly onError: OnError
  /** Resolves once there is data to answer from, or nothing to wait for. */
  readonly begun: () => Promise<void>
  /** Receives requested keys that are not in memory. */
  readonly missing: MissingKeys
  readonly report: (error: unknown) => void
}

interface ValueOptions extends Instead<unknown> {
  readonly schema?: StandardSchema
}

/** Creates the functions of `Live` that read configs. */
export function createValues({ state, defaults, onError, begun, missing: keys, report }: ValuePorts) {
  const { findConfig, rulesOf } = state // local: members of an object with getters are slow to look up
  const configs = new Map<string, unknown>(Object.entries(defaults.configs ?? {}))
  const validate = createValidator()
  const read = (key: string, value: unknown, { schema }: ValueOptions) =>
    schema ? validate(key, value, schema) : value

  function decide(held: HeldConfig, context: Context | undefined): ConfigDecision {
    try {
      return held.isRuled ? rulesOf(held).decide(context) : { value: ownValue(held), reason: 'STATIC' }
    } catch (cause) {
      // For example a getter of the context.
      report(new Error(`Config ${held.config.id} could not be evaluated and its rules are ignored`, { cause }))
      return { value: ownValue(held), reason: 'ERROR' }
    }
  }

  function now(held: HeldConfig, context: Context | undefined): unknown {
    if (isNoObject(context)) keys.notice('noObject', { kind: 'config', id: held.config.id, context })
    if (!held.isRuled) return ownValue(held)
    const decision = decide(held, context)
    const { errorCode, message } = decision
    if (errorCode !== undefined) keys.notice('undecided', { kind: 'config', id: held.config.id, message })
    return decision.value
  }

  /** Returns a default in place of a config, which may be unknown. */
  function byDefault(key: string, call: string, value: unknown): unknown {
    if (!findConfig(key)) keys.asked('config', key, call)
    return value
  }

  /** The decision of the server, if only it can decide. */
  async function check(held: HeldConfig, context: Context | undefined): Promise<ConfigDecision> {
    if (!held.isRuled) return decide(held, context)
    const { asked, problem } = rulesOf(held)
    if (problem) throw problem
    return asked?.check(context ?? {}) ?? decide(held, context)
  }

  /** The default of an unknown config. Throws NOT_FOUND without one. */
  function declared(key: string): unknown {
    if (!configs.has(key)) throw missing(`config ${key}`)
    return configs.get(key)
  }

  const answers = {
    config(key: string, options: ValueOptions = {}): unknown {
      try {
        const held = findConfig(key)
        return read(key, held ? held.value : declared(key), options)
      } catch (error) {
        return instead(error, options.onError ?? onError, () => byDefault(key, 'config', options.default))
      }
    },
    value(key: string, context?: Context, options?: Pick<ValueOptions, 'default' | 'schema'>): unknown {
      const held = findConfig(key)
      if (options === undefined) return held ? now(held, context) : byDefault(key, 'value', configs.get(key))
      try {
        return read(key, held ? now(held, context) : declared(key), options)
      } catch {
        return byDefault(key, 'value', options.default)
      }
    },
    async checkValue(key: string, context?: Context, options: ValueOptions = {}): Promise<unknown> {
      await begun()
      try {
        const held = findConfig(key)
        return read(key, held ? (await check(held, context)).value : declared(key), options)
      } catch (error) {
        return instead(error, options.onError ?? onError, () => answers.value(key, context, options))
      }
    },
    evaluate(key: string, context?: Context): Evaluated | undefined {
      const held = findConfig(key)
      return held && { id: key, ...decide(held, context) }
    },
    configRecord: (key: string): Config | undefined => findConfig(key)?.config,
    async decideValue(key: string, context?: Context): Promise<Evaluated> {
      await begun()
      const held = findConfig(key)
      if (!held) throw missing(`config ${key}`)
      return { id: key, ...(await check(held, context)) }
    },
  }
  return answers
}
