import type { ChangeEvent, Config, Experiment, Feature } from '@signalbox/core/contract'
import type { Clock, CompiledFeature, Environment, Test } from '@signalbox/core/evaluate'
import { compileFeature, expand, needsScript, timeZone } from '@signalbox/core/evaluate'
import type { Changed } from './live-options.ts'
import type { ScriptAnswers } from './script-answers.ts'
import type { Settings, Snapshot } from './snapshot.ts'

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

interface StatePorts {
  readonly clock: Clock
  /** How the server evaluates, while it has not told. */
  readonly settings: Settings
  /** What the server says of a feature that a script decides. */
  readonly scriptAnswers: (id: string) => ScriptAnswers
  /** What a feature is while the server has not said. */
  readonly defaultOf: (id: string) => boolean
  readonly report: (error: unknown) => void
}

type Kind = keyof Holding
type Held<N extends Kind> = Holding[N] extends Map<string, infer V> ? V : never

/** What is known, and how it changes. */
export type State = ReturnType<typeof createState>

/** What is known of features, configs and experiments, and how events change it. */
export function createState({ clock, scriptAnswers, defaultOf, report, ...ports }: StatePorts) {
  let settings = ports.settings
  let environment = environmentOf(settings, clock)
  let holding: Holding = { features: new Map(), configs: new Map(), experiments: new Map() }
  let tests = toTests(holding.features)

  const prepare = {
    features(feature: Feature): HeldFeature {
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
    configs: (config: Config): HeldConfig => ({ config, value: frozenCopy(expand(config.value)) }),
    experiments: (experiment: Experiment): Experiment => experiment,
  }
  const recordOf = {
    features: ({ feature }: HeldFeature): unknown => feature,
    configs: ({ config }: HeldConfig): unknown => config,
    experiments: settingsOf,
  }

  /** Another way to evaluate is another way for every feature. */
  function use(next: Settings): void {
    if (isSame(next, settings)) return
    environment = environmentOf(next, clock)
    settings = next
    holding = { ...holding, features: new Map() }
  }

  /** What is held already stays as it is where nothing changed. */
  function prepareAll<N extends Kind>(kind: N, records: readonly unknown[]): Map<string, Held<N>> {
    const before = holding[kind] as Map<string, Held<N>>
    const after = new Map<string, Held<N>>()
    for (const record of records) {
      const { id } = record as { id: string }
      const known = before.get(id)
      const next = prepare[kind](record as never) as Held<N>
      const same = known !== undefined && isSame(recordOf[kind](known as never), recordOf[kind](next as never))
      after.set(id, same ? known : next)
    }
    return after
  }

  return {
    /** What is held now. Replaced as a whole by `replace`, changed in place by `apply`. */
    get holding() {
      return holding
    },
    /** What tells at once whether a feature is active; `undefined` for an unknown one. */
    findTest: (id: string): Test | undefined => tests[id],
    /** How features are evaluated: as the server does, once it has told. */
    get environment() {
      return environment
    },
    /** How the server evaluates. */
    get settings() {
      return settings
    },
    /** Puts all that there is in the place of what was; the keys of what differs. */
    replace(all: Partial<Snapshot>): Changed {
      const before = holding
      use({ ...ports.settings, ...all.settings })
      holding = {
        features: prepareAll('features', all.features ?? []),
        configs: prepareAll('configs', all.configs ?? []),
        experiments: prepareAll('experiments', all.experiments ?? []),
      }
      tests = toTests(holding.features)
      return {
        features: difference(before.features, holding.features),
        configs: difference(before.configs, holding.configs),
        experiments: difference(before.experiments, holding.experiments),
      }
    },
    /** Follows one event; the keys of what differs, none for events of other things. */
    apply({ type, key, payload }: ChangeEvent): Changed {
      const change = changes[type]
      if (!change) return nothing
      const { kind, isGone } = change
      const held = holding[kind] as Map<string, unknown>
      const known = held.get(key)
      if (isGone && kind === 'features') delete tests[key]
      if (isGone) return held.delete(key) ? { ...nothing, [kind]: [key] } : nothing
      const next = prepare[kind](payload as never)
      if (known !== undefined && isSame(recordOf[kind](known as never), recordOf[kind](next as never))) return nothing
      held.set(key, next)
      if (kind === 'features') tests[key] = (next as HeldFeature).isActive
      return { ...nothing, [kind]: [key] }
    },
    snapshot: (): Snapshot => ({
      settings,
      features: [...holding.features.values()].map(({ feature }) => feature),
      configs: [...holding.configs.values()].map(({ config }) => config),
      experiments: [...holding.experiments.values()],
    }),
  }
}

/**
 * What a check asks, and nothing around it, in an object without a prototype: it finds a literal in half the time of a `Map`, in
 * which two equal texts are compared by their characters.
 */
function toTests(features: ReadonlyMap<string, HeldFeature>): Record<string, Test> {
  const tests: Record<string, Test> = Object.create(null)
  for (const [id, { isActive }] of features) tests[id] = isActive
  return tests
}

/** Nothing changed. */
export const nothing: Changed = { features: [], configs: [], experiments: [] }

/** Which events tell of what. */
const changes: Readonly<Record<string, { readonly kind: Kind; readonly isGone?: true }>> = {
  FEATURE_CREATED: { kind: 'features' },
  FEATURE_UPDATED: { kind: 'features' },
  FEATURE_DELETED: { kind: 'features', isGone: true },
  CONFIG_CREATED: { kind: 'configs' },
  CONFIG_UPDATED: { kind: 'configs' },
  CONFIG_DELETED: { kind: 'configs', isGone: true },
  EXPERIMENT_CREATED: { kind: 'experiments' },
  EXPERIMENT_UPDATED: { kind: 'experiments' },
  EXPERIMENT_DELETED: { kind: 'experiments', isGone: true },
}

const environmentOf = ({ timeZone: name, bucketing }: Settings, clock: Clock): Environment => ({
  clock,
  zone: timeZone(name),
  bucketing,
})

function difference(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  const keys: string[] = []
  for (const [key, value] of after) if (before.get(key) !== value) keys.push(key)
  for (const key of before.keys()) if (!after.has(key)) keys.push(key)
  return keys
}

/** Members in another order count as a change, which does no harm. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

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
