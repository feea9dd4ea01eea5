import type { Config, Experiment, Feature } from '@signalbox/core/contract'
import type { CompiledFeature, Environment } from '@signalbox/core/evaluate'
import { compileFeature, expand, needsScript } from '@signalbox/core/evaluate'
import type { ScriptAnswers } from './script-answers.ts'

/** A feature compiled for evaluation, with the server's answers if a script decides it. */
export interface HeldFeature extends CompiledFeature {
  readonly script?: ScriptAnswers
  /** Why it cannot be evaluated. */
  readonly problem?: Error
}

/** A config, with its value as `config` returns it. */
export interface HeldConfig {
  readonly config: Config
  readonly value: unknown
}

/** All records in memory, ready to evaluate. The maps are read on every check: do not modify them. */
export interface HeldRecords {
  readonly features: Map<string, HeldFeature>
  readonly configs: Map<string, HeldConfig>
  readonly experiments: Map<string, Experiment>
}

/** The kinds of records held in memory. */
export type Kind = keyof HeldRecords
/** The type held for each kind. */
export type Held<N extends Kind> = HeldRecords[N] extends Map<string, infer V> ? V : never

/** Ports for preparing records. */
export interface HeldRecordsPorts {
  /** Returns the server's answers for a feature that a script decides. */
  readonly scriptAnswers: (id: string) => ScriptAnswers
  /** Returns the state of a feature until the server has answered. */
  readonly defaultOf: (id: string) => boolean
  readonly report: (error: unknown) => void
}

/** Returns, for each kind, how to prepare a record for evaluation, and which record to compare to detect changes. */
export const createHeldRecords = ({ scriptAnswers, defaultOf, report }: HeldRecordsPorts) => ({
  features: {
    hold(feature: Feature, environment: Environment): HeldFeature {
      try {
        if (feature.activationStrategy !== 'RULES') {
          const compiled = compileFeature(feature, environment)
          if (!needsScript(compiled)) return compiled
        }
        const script = scriptAnswers(feature.id)
        const otherwise = defaultOf(feature.id)
        return { feature, script, isActive: (context) => script.now(context) ?? otherwise }
      } catch (cause) {
        // For example a strategy of a later version: one unreadable feature must not affect the others.
        const problem = new Error(`Feature ${feature.id} is invalid and is treated as inactive`, { cause })
        report(problem)
        return { feature, problem, isActive: () => false }
      }
    },
    recordOf: ({ feature }: HeldFeature): Feature => feature,
    toCompare: (feature: Feature): unknown => feature,
  },
  configs: {
    hold: (config: Config): HeldConfig => ({ config, value: frozenCopy(expand(config.value)) }),
    recordOf: ({ config }: HeldConfig): Config => config,
    toCompare: (config: Config): unknown => config,
  },
  experiments: {
    hold: (experiment: Experiment): Experiment => experiment,
    recordOf: (experiment: Experiment): Experiment => experiment,
    toCompare: settingsOf,
  },
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
