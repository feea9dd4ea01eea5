import type { Config, Experiment, Feature } from '@signalbox/core/contract'
import type { CompiledFeature, Environment } from '@signalbox/core/evaluate'
import { compileFeature, expand, needsScript } from '@signalbox/core/evaluate'
import type { ScriptAnswers } from './script-answers.ts'

/** A feature ready to be checked; with what a server says of it where only a script can tell. */
export interface HeldFeature extends CompiledFeature {
  readonly script?: ScriptAnswers
  /** Why it cannot be read. */
  readonly problem?: Error
}

/** A config, and its value as it is answered. */
export interface HeldConfig {
  readonly config: Config
  readonly value: unknown
}

/** All that is known, ready to answer. Maps are read on every check: look, do not touch. */
export interface Holding {
  readonly features: Map<string, HeldFeature>
  readonly configs: Map<string, HeldConfig>
  readonly experiments: Map<string, Experiment>
}

/** What there is to hold. */
export type Kind = keyof Holding
/** What is held of a kind. */
export type Held<N extends Kind> = Holding[N] extends Map<string, infer V> ? V : never

/** What records are made ready with. */
export interface HoldPorts {
  /** What the server says of a feature that a script decides. */
  readonly scriptAnswers: (id: string) => ScriptAnswers
  /** What a feature is while the server has not said. */
  readonly defaultOf: (id: string) => boolean
  readonly report: (error: unknown) => void
}

/** How a record of each kind is made ready to answer in an environment, and the record that is looked at to tell whether it has changed. */
export const createHold = ({ scriptAnswers, defaultOf, report }: HoldPorts) => ({
  features: {
    hold(feature: Feature, environment: Environment): HeldFeature {
      try {
        const compiled = compileFeature(feature, environment)
        if (!needsScript(compiled)) return compiled
        const script = scriptAnswers(feature.id)
        const otherwise = defaultOf(feature.id)
        return { feature, script, isActive: (context) => script.now(context) ?? otherwise }
      } catch (cause) {
        // A strategy of a later version, say: one feature that cannot be read must not cost the others.
        const problem = new Error(`The feature ${feature.id} cannot be read and is inactive`, { cause })
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

/** An experiment without its populations, which move all the time. */
function settingsOf(experiment: Experiment): unknown {
  return { ...experiment, variants: experiment.variants.map(({ currentPopulation: _, ...variant }) => variant) }
}

/** Callers share one value: nobody may change it, and it is not the store's. */
function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, frozenCopy(member)])))
}
