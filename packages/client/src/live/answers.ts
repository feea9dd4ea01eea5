import type { Feature } from '@signalbox/core/contract'
import {
  type Context,
  type Explanation,
  explain,
  explanation,
  type Flag,
  isNoObject,
  matched,
  type Test,
} from '@signalbox/core/evaluate'
import { type Instead, instead, isRefusal, missing, type VariantOptions } from './failures.ts'
import type { Checked, Given } from './following/remote.ts'
import type { Defaults } from './keys.ts'
import type { Decision, Live } from './live-api.ts'
import type { OnError } from './live-options.ts'
import type { MissingKeys } from './missing-keys.ts'
import type { HeldFeature } from './records/held.ts'
import type { State } from './state.ts'
import { createValues } from './values.ts'
import type { Variants } from './variants.ts'

interface AnswerPorts {
  readonly state: State
  readonly variants: Variants
  /** Asks the server for a client's variant, which binds the client. */
  readonly askVariant: (experimentId: string, clientId: string, context?: Context) => Promise<Given>
  readonly defaults: Defaults
  readonly onError: OnError
  /** Resolves once there is data to answer from, or nothing to wait for. */
  readonly begun: () => Promise<void>
  /** Receives requested keys that are not in memory. */
  readonly missing: MissingKeys
  readonly report: (error: unknown) => void
}

/** Creates the functions of `Live` that answer from memory. */
export function createAnswers(ports: AnswerPorts) {
  const { state, variants, askVariant, onError, begun, report } = ports
  const { findTest, changes } = state // local: members of an object with getters are slow to look up
  const features = new Map<string, boolean | undefined>(Object.entries(ports.defaults.features ?? {}))
  const experiments = new Map(Object.entries(ports.defaults.experiments ?? {}))
  const featureDefault = (id: string): boolean => features.get(id) ?? false

  function run(id: string, test: Test | undefined, context: Context | undefined): boolean {
    if (test === undefined) {
      ports.missing.asked('feature', id, 'isActive')
      return featureDefault(id)
    }
    if (isNoObject(context)) ports.missing.notice('noObject', { kind: 'feature', id, context })
    try {
      return test(context)
    } catch (cause) {
      return broken(id, cause)
    }
  }

  function broken(id: string, cause: unknown): false {
    report(new Error(`The feature ${id} could not be evaluated and is treated as inactive`, { cause }))
    return false
  }

  /** Returns a feature that can be evaluated. Throws NOT_FOUND if it does not exist. */
  function readable(id: string): HeldFeature {
    const found = state.holding.features.get(id)
    if (!found) ports.missing.requested(id)
    if (!found) throw missing(`feature ${id}`)
    if (found.problem) throw found.problem
    return found
  }

  const explained = (found: HeldFeature, context: Context | undefined): Explanation =>
    explain(found, found.environment ?? state.environment, context)

  /** The variant that the server gives; `undefined` if the client is not eligible. Throws NOT_FOUND if there is none. */
  async function askedFor(key: string, clientId: string, context: Context | undefined): Promise<string | undefined> {
    if (variants.isExcluded(key, clientId, context)) return undefined
    const given: Given = variants.isAbsent(key) ? { none: 'absent' } : await askVariant(key, clientId, context)
    if ('variantId' in given) {
      variants.hear(key, clientId, given.variantId)
      return given.variantId
    }
    if (given.none === 'absent') {
      variants.miss(key)
      throw missing(`a variant of experiment ${key}`)
    }
    variants.exclude(key, clientId, context)
    return undefined
  }

  function flag(key: string): Flag {
    let test: Test | undefined
    /** The count of changes when the feature was looked up. */
    let seen: number | undefined
    return {
      id: key,
      isActive(context) {
        if (seen !== changes.count) {
          test = findTest(key)
          seen = changes.count
        }
        return run(key, test, context)
      },
      explain: (context) => answers.explain(key, context),
      value: (context?: Context, options?: { readonly default: unknown }) =>
        answers.value(key, context, options) as never,
      evaluate: (context) => answers.evaluate(key, context),
    }
  }

  const answers = {
    flag,
    isActive: (key: string, context?: Context): boolean => run(key, findTest(key), context),
    async check(key: string, context?: Context, options: Instead<boolean> = {}): Promise<boolean> {
      await begun()
      try {
        const { script, isActive, none } = readable(key)
        const asked = context ?? none
        return script && asked ? (await script.check(asked)).active : isActive(context)
      } catch (error) {
        const otherwise = () => {
          const found = state.holding.features.get(key)
          if (!found) ports.missing.asked('feature', key, 'check')
          return lastOf(found, context)?.active ?? options.default ?? featureDefault(key)
        }
        return instead(error, options.onError ?? (onError as OnError<boolean>), otherwise)
      }
    },
    async decide(key: string, context?: Context): Promise<Decision> {
      await begun()
      const found = readable(key)
      const asked = context ?? found.none
      if (!found.script || !asked) return { active: found.isActive(context), explanation: explained(found, context) }
      const said = await found.script.check(asked)
      return { active: said.active, explanation: saidBy(found, said) }
    },
    explain(key: string, context?: Context): Explanation | undefined {
      const found = state.holding.features.get(key)
      if (!found) return undefined
      try {
        if (found.script && (context ?? found.none)) {
          found.isActive(context) // asks the server again if that is due
          return saidBy(found, lastOf(found, context))
        }
        if (!found.problem) return explained(found, context)
      } catch (cause) {
        broken(key, cause)
      }
      const message = found.problem?.message ?? 'The feature could not be evaluated'
      return explanation(found.feature, 'ERROR', { errorCode: 'GENERAL', message })
    },
    feature: (key: string): Feature | undefined => state.holding.features.get(key)?.feature,
    ...createValues(ports),
    async variant(key: string, clientId: string, options: VariantOptions<string> = {}): Promise<string | undefined> {
      const { context } = options
      const byDefault = () => options.default ?? experiments.get(key)?.[0]
      const heard = variants.heard(key, clientId)
      if (heard?.isYoung) return heard.variantId
      try {
        return (await askedFor(key, clientId, context)) ?? byDefault()
      } catch (error) {
        const known = () =>
          isRefusal(error) ? undefined : (heard?.variantId ?? variants.computed(key, clientId, context))
        const otherwise = () => known() ?? byDefault()
        return instead(error, options.onError ?? (onError as OnError<string | undefined>), otherwise)
      }
    },
    variantNow: (key: string, clientId: string, context?: Context): string | undefined =>
      variants.heard(key, clientId)?.variantId ?? variants.computed(key, clientId, context),
  }
  return answers as Pick<Live, keyof typeof answers>
}

/** The server's last answer. */
const lastOf = (found: HeldFeature | undefined, context: Context | undefined): Checked | undefined =>
  found?.script?.last(context ?? found.none)

/** The explanation that a script's server answer gives; without an answer, the default applies. */
const saidBy = ({ feature }: HeldFeature, said: Checked | undefined): Explanation =>
  said?.explanation ?? explanation(feature, said ? matched(said.active) : 'DEFAULT')
