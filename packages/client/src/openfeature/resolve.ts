import type { ErrorCode, ResolutionDetails } from '@openfeature/core'
import type { Config, Feature } from '@signalbox/core/contract'
import {
  type ConfigEvaluation,
  type Context,
  configMetadata,
  flagMetadata,
  type OpenFeatureCode,
  outcomeOf,
  toConfigFlag,
  toFlag,
} from '@signalbox/core/evaluate'
import type { Decision } from '../live/live-api.ts'
import type { Flags } from './flags.ts'
import { subjectOf } from './subject.ts'

/** A flag to evaluate. */
export interface Question<T> {
  readonly key: string
  readonly type: 'boolean' | 'string' | 'number' | 'object'
  /** The value to return if the flag cannot be evaluated. */
  readonly otherwise: T
  readonly context: Context
}

/** What only the server could tell, if it was asked. */
export interface Told {
  /** The decision of the feature's script. */
  readonly decision?: Decision
  /** The value of the config. */
  readonly evaluation?: ConfigEvaluation
  /** The client's variant. */
  readonly variant?: string | undefined
}

/** A value that a flag may have. Without `value`, the feature leaves the value to the program. */
type Candidate = Omit<ResolutionDetails<unknown>, 'value'> & { readonly value?: unknown }

/**
 * Resolves a flag from memory (OpenFeature specification, section 2.2). In this order: a feature's state or the value
 * of its outcome; the value of a config with a type, unless a feature has its id; for texts, the id of a variant. A
 * value of another type is a TYPE_MISMATCH. Configs without a type are no flags: they may hold what nobody should read.
 */
export function resolve<T>(flags: Flags, question: Question<T>, told: Told = {}): ResolutionDetails<T> {
  const { key, type, otherwise } = question
  const found =
    ofFeature(flags, question, told) ?? ofConfig(flags, question, told) ?? ofExperiment(flags, question, told)
  if (found && isLeftOpen(found)) return { ...found, value: otherwise }
  if (found && (found.errorCode !== undefined || typeof found.value === type))
    return { ...found, value: found.value as T }
  if (found) return failed(otherwise, 'TYPE_MISMATCH', `Flag ${key} has the type ${typeof found.value}, not ${type}`)
  if (flags.status === 'starting') return failed(otherwise, 'PROVIDER_NOT_READY', 'No flags have been loaded yet')
  return failed(
    otherwise,
    'FLAG_NOT_FOUND',
    `No feature, config with a type or experiment has the key ${key}, or the caller may not read it`,
  )
}

/** A failed evaluation: the default, with the reason. */
const failed = <T>(value: T, errorCode: OpenFeatureCode, errorMessage: string): ResolutionDetails<T> => ({
  value,
  reason: 'ERROR',
  errorCode: errorCode as ErrorCode,
  errorMessage,
})

/** An evaluation that failed unexpectedly. */
export const broken = <T>(value: T, error: unknown): ResolutionDetails<T> =>
  failed(value, 'GENERAL', error instanceof Error ? error.message : String(error))

const isLeftOpen = (candidate: Candidate): boolean => !('value' in candidate)

function ofFeature(
  flags: Flags,
  { key, type, otherwise, context }: Question<unknown>,
  { decision }: Told,
): Candidate | undefined {
  const feature = flags.feature(key)
  const explanation = decision?.explanation ?? flags.explain(key, context)
  if (!feature || !explanation) return undefined
  const isActive = decision?.active ?? flags.isActive(key, context)
  const flag = toFlag(feature, { active: isActive, explanation })
  if (type !== 'boolean' && !namesValues(feature)) return { value: isActive }
  const metadata = flagMetadata(feature)
  if ('errorCode' in flag) return { ...failed(otherwise, flag.errorCode, flag.errorDetails), flagMetadata: metadata }
  const { reason, variant } = flag
  const known = type === 'boolean' ? { value: isActive } : worthOf(feature, isActive)
  return { ...known, variant, reason, flagMetadata: metadata }
}

/** Whether a feature has outcomes with values of its own. */
const namesValues = (feature: Feature): boolean => [true, false].some((active) => 'value' in outcomeOf(feature, active))

function worthOf(feature: Feature, active: boolean): { readonly value?: unknown } {
  const { variant: _, ...value } = outcomeOf(feature, active)
  return value
}

/** The record of a config that is a flag: one with a type. */
export function typedConfig(flags: Flags, key: string): Config | undefined {
  const config = flags.configRecord(key)
  return config?.type === undefined ? undefined : config
}

function ofConfig(flags: Flags, { key, otherwise, context }: Question<unknown>, told: Told): Candidate | undefined {
  const config = typedConfig(flags, key)
  const evaluation = told.evaluation ?? flags.evaluate(key, context)
  if (!config || !evaluation) return undefined
  const flag = toConfigFlag(config, evaluation)
  if ('errorCode' in flag)
    return { ...failed(otherwise, flag.errorCode, flag.errorDetails), flagMetadata: configMetadata(config) }
  const { metadata: flagMetadata, ...known } = flag
  return { ...known, flagMetadata }
}

function ofExperiment(flags: Flags, { key, context }: Question<unknown>, told: Told): Candidate | undefined {
  const subject = subjectOf(context)
  const variant = told.variant ?? (subject && flags.variantNow(key, subject.clientId, subject.context))
  return variant === undefined ? undefined : { value: variant, variant, reason: 'SPLIT' }
}
