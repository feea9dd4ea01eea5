import type { Config, Experiment, Feature, Segment } from '@signalbox/core/contract'
import type { Environment } from '@signalbox/core/evaluate'
import { compileFeature, expand, needsScript } from '@signalbox/core/evaluate'
import type { HeldConfig, HeldFeature } from './held.ts'
import type { Rules } from './rules-port.ts'

/** Ports for preparing records. */
export interface HeldRecordsPorts {
  /** What evaluates rules; `undefined` until it is loaded, which this starts. */
  readonly rules: () => Rules | undefined
  /** Prepares a feature that the server is asked about. */
  readonly askServer: (feature: Feature) => HeldFeature
  /** Prepares a feature that cannot be evaluated here. */
  readonly unreadable: (feature: Feature, cause: unknown) => HeldFeature
}

/** Returns, for each kind, how to prepare a record for evaluation, and which record to compare to detect changes. */
export const createHeldRecords = ({ rules, askServer, unreadable }: HeldRecordsPorts) => ({
  features: {
    hold(feature: Feature, environment: Environment): HeldFeature {
      if (hasRules(feature)) return rules()?.hold(feature, environment) ?? askServer(feature)
      try {
        const compiled = compileFeature(feature, environment)
        return needsScript(compiled) ? askServer(feature) : compiled
      } catch (cause) {
        // For example a strategy of a later version: one unreadable feature must not affect the others.
        return unreadable(feature, cause)
      }
    },
    recordOf: ({ feature }: HeldFeature): Feature => feature,
    toCompare: (feature: Feature): unknown => feature,
  },
  segments: asTheyAre<Segment>((segment) => segment),
  configs: {
    hold: (config: Config): HeldConfig => ({ config, value: frozenCopy(expand(config.value)) }),
    recordOf: ({ config }: HeldConfig): Config => config,
    toCompare: (config: Config): unknown => config,
  },
  experiments: asTheyAre(settingsOf),
})

/** Whether rules decide a feature. A disabled one is inactive without them. */
export const hasRules = ({ enabled, activationStrategy }: Feature): boolean => enabled && activationStrategy === 'RULES'

const asTheyAre = <T>(toCompare: (record: T) => unknown) => ({
  hold: (record: T): T => record,
  recordOf: (record: T): T => record,
  toCompare,
})

/** An experiment without its populations, which change all the time. */
function settingsOf(experiment: Experiment): unknown {
  return { ...experiment, variants: experiment.variants.map(({ currentPopulation: _, ...variant }) => variant) }
}

/** Copies and freezes a value: all callers share it, and it must be independent of the store. */
function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, frozenCopy(member)])))
}
