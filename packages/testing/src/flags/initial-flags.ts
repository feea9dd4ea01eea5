import type { Changed, Defaults, Keys, Snapshot } from '@signalbox/client'
import type { Feature } from '@signalbox/core'
import { readRecord } from '@signalbox/core/records'

type Without<T, N extends string> = T extends unknown ? Omit<T, N> : never

/** A feature for tests: active for everybody or for nobody, or a strategy with its parameters, enabled unless it says otherwise. */
export type FeatureForTest = boolean | (Without<Feature, 'id' | 'enabled' | 'active'> & { readonly enabled?: boolean })

/** Features, configs and experiments that a test begins with. */
export interface FlagsForTest<K extends Keys = Keys> {
  readonly features?: Readonly<Partial<Record<K['features'], FeatureForTest>>>
  readonly configs?: { readonly [C in keyof K['configs'] & string]?: K['configs'][C] }
  /** Each with the ids of its variants, which get equal shares. */
  readonly experiments?: { readonly [E in keyof K['experiments'] & string]?: readonly K['experiments'][E][] }
}

/** Features alone, by id. */
export type FeaturesForTest<K extends Keys = Keys> = Readonly<Partial<Record<K['features'], FeatureForTest>>>

/** What a test begins with: what `defineFlags` gave, or flags of its own, or features alone. */
export type InitialFlags<K extends Keys = Keys> = Defaults<K> | FlagsForTest<K> | FeaturesForTest<K>

/** Records by id, which tests change. */
export interface Held {
  readonly features: Map<string, Snapshot['features'][number]>
  readonly configs: Map<string, Snapshot['configs'][number]>
  readonly experiments: Map<string, Snapshot['experiments'][number]>
}

/** The records that a test begins with, fresh ones each time. */
export function toHeld<K extends Keys>(initial: InitialFlags<K>): Held {
  const { features = {}, configs = {}, experiments = {} } = isWhole(initial) ? initial : { features: initial }
  return {
    features: new Map(entries<FeatureForTest>(features).map(([id, feature]) => [id, toFeature(id, feature)])),
    configs: new Map(entries<unknown>(configs).map(([id, value]) => [id, { id, value }])),
    experiments: new Map(
      entries<readonly string[]>(experiments).map(([id, variants]) => [id, toExperiment(id, variants)]),
    ),
  }
}

/** A feature out of what a test says of it. Throws INVALID, which names every failing member, for one that a server would not take. */
export const toFeature = (id: string, said: FeatureForTest): Feature =>
  readRecord(
    'feature',
    typeof said === 'boolean'
      ? { id, enabled: said, activationStrategy: 'NO_STRATEGY' }
      : { enabled: true, ...said, id },
  )

/** The keys of what two states have not in common. */
export function differences(one: Held, other: Held): Changed {
  const between = (kind: keyof Held) => {
    const [before, after]: ReadonlyMap<string, unknown>[] = [one[kind], other[kind]]
    const keys = new Set([...before!.keys(), ...after!.keys()])
    return [...keys].filter((key) => JSON.stringify(before!.get(key)) !== JSON.stringify(after!.get(key)))
  }
  return { features: between('features'), configs: between('configs'), experiments: between('experiments') }
}

/** An experiment out of the ids of its variants. Throws INVALID where a server would not take it. */
const toExperiment = (id: string, variants: readonly string[]) =>
  readRecord('experiment', {
    id,
    name: id,
    enabled: true,
    variants: variants.map((variant) => ({ id: variant, name: variant, traffic: 1 / variants.length })),
  })

const kinds: readonly string[] = ['features', 'configs', 'experiments']

/** Whether something names kinds of flags, not features: a feature is no object of others. */
const isWhole = (initial: InitialFlags): initial is FlagsForTest =>
  Object.entries(initial).every(
    ([name, value]) => kinds.includes(name) && typeof value === 'object' && !('activationStrategy' in value),
  )

const entries = <T>(members: object) => Object.entries(members) as [string, T][]
