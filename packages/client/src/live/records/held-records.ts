import type { Config, Experiment, Feature, Segment } from '@signalbox/core/contract'
import { type Environment, expandFrozen, frozenCopy, isRuled } from '@signalbox/core/evaluate'
import type { Rules } from '../rules/rules-port.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { HeldConfig, HeldFeature, HeldRules } from './held.ts'
import { createHoldPlain } from './plain-feature.ts'

/** Ports for preparing records. */
export interface HeldRecordsPorts {
  /** What evaluates rules; `undefined` until it is loaded, which this starts. */
  readonly rules: () => Rules | undefined
  readonly elsewhere: Elsewhere
}

/** Returns, for each kind, how to prepare a record for evaluation, and which record to compare to detect changes. */
export const createHeldRecords = ({ rules, elsewhere }: HeldRecordsPorts, holdPlain = createHoldPlain()) => ({
  features: {
    hold(feature: Feature, environment: Environment): HeldFeature {
      if (hasRules(feature)) return rules()?.hold(feature, environment) ?? elsewhere.askServer(feature)
      try {
        return holdPlain(feature, environment) ?? elsewhere.askServer(feature)
      } catch (cause) {
        // For example a strategy of a later version: one unreadable feature must not affect the others.
        return elsewhere.unreadable(feature, cause)
      }
    },
    recordOf: ({ feature }: HeldFeature): Feature => feature,
    toCompare: ({ id, parameters, ...rest }: Feature): unknown => [id, rest, parameters],
  },
  segments: asTheyAre<Segment>((segment) => segment),
  configs: {
    hold(record: Config): HeldConfig {
      const config = frozenCopy(record)
      if (isRuled(config)) rules() // starts to load it
      return {
        config,
        value: expandFrozen(config.value),
        rules: undefined,
        isRuled: isRuled(config),
      }
    },
    recordOf: ({ config }: HeldConfig): Config => config,
    toCompare: (config: Config): unknown => config,
  },
  experiments: asTheyAre(settingsOf),
})

/** Whether rules decide a feature. A disabled one is inactive without them. */
export const hasRules = ({ enabled, activationStrategy }: Feature): boolean => enabled && activationStrategy === 'RULES'

/**
 * Returns what decides a config with rules. They are compiled here, at the first evaluation, so configs that are not
 * evaluated need little memory.
 */
export const createRulesOf =
  ({ rules, elsewhere }: HeldRecordsPorts) =>
  (held: HeldConfig): HeldRules => {
    held.rules ??= rules()?.holdConfig(held) ?? elsewhere.askForValue(held)
    return held.rules
  }

const asTheyAre = <T>(toCompare: (record: T) => unknown) => ({
  hold: (record: T): T => record,
  recordOf: (record: T): T => record,
  toCompare,
})

/** An experiment without its populations, which change all the time. */
function settingsOf(experiment: Experiment): unknown {
  return { ...experiment, variants: experiment.variants.map(({ currentPopulation: _, ...variant }) => variant) }
}
