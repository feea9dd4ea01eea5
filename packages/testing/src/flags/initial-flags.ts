import type { Changed, Defaults, Keys, Snapshot } from '@signalbox/client'
import type { Feature, FeatureBody } from '@signalbox/core'
import type { Config, Segment } from '@signalbox/core/contract'
import { readRecord } from '@signalbox/core/records'

type Without<T, N extends string> = T extends unknown ? Omit<T, N> : never

/**
 * A feature for tests: active for everybody (`true`) or nobody (`false`), or a strategy with parameters. Enabled by
 * default.
 */
export type FeatureForTest =
  | boolean
  | (Without<FeatureBody, 'id' | 'enabled' | 'active'> & { readonly enabled?: boolean })

/** A segment for tests: the ids of its clients, or a segment without its id. */
export type SegmentForTest = readonly string[] | Omit<Segment, 'id'>

/** A config for tests: its value, and its type and rules if it has some. */
export type ConfigForTest = Omit<Config, 'id'>

/** The features, configs, experiments and segments that a test starts with. */
export interface FlagsForTest<K extends Keys = Keys> {
  readonly features?: Readonly<Partial<Record<K['features'], FeatureForTest>>>
  readonly configs?: { readonly [C in keyof K['configs'] & string]?: K['configs'][C] }
  /** By id, the ids of the clients in the segment, or a segment with `when`. */
  readonly segments?: Readonly<Record<string, SegmentForTest>>
  /** By id, the ids of its variants, which get equal traffic. */
  readonly experiments?: { readonly [E in keyof K['experiments'] & string]?: readonly K['experiments'][E][] }
}

/** Features only, by id. */
export type FeaturesForTest<K extends Keys = Keys> = Readonly<Partial<Record<K['features'], FeatureForTest>>>

/** The flags that a test starts with: the result of `defineFlags`, a set of flags, or features only. */
export type InitialFlags<K extends Keys = Keys> = Defaults<K> | FlagsForTest<K> | FeaturesForTest<K>

/** The current records by id, which tests change. */
export interface Held {
  readonly features: Map<string, Snapshot['features'][number]>
  readonly configs: Map<string, Snapshot['configs'][number]>
  readonly experiments: Map<string, Snapshot['experiments'][number]>
  readonly segments: Map<string, Segment>
}

/** Returns new copies of the records that a test starts with. */
export function toHeld<K extends Keys>(initial: InitialFlags<K>): Held {
  const {
    features = {},
    configs = {},
    experiments = {},
    segments = {},
  } = isWhole(initial) ? initial : ({ features: initial } as FlagsForTest<K>)
  return {
    features: new Map(entries<FeatureForTest>(features).map(([id, feature]) => [id, toFeature(id, feature)])),
    configs: new Map(entries<unknown>(configs).map(([id, value]) => [id, { id, value }])),
    experiments: new Map(
      entries<readonly string[]>(experiments).map(([id, variants]) => [id, toExperiment(id, variants)]),
    ),
    segments: new Map(entries<SegmentForTest>(segments).map(([id, segment]) => [id, toSegment(id, segment)])),
  }
}

/** Creates a feature from its short form. Throws INVALID, naming every failing member, if a server would reject it. */
export const toFeature = (id: string, said: FeatureForTest): Feature =>
  readRecord(
    'feature',
    typeof said === 'boolean'
      ? { id, enabled: said, activationStrategy: 'NO_STRATEGY' }
      : { enabled: true, ...said, id },
  )

/** Creates a segment from its short form. Throws INVALID if a server would reject it. */
export const toSegment = (id: string, said: SegmentForTest): Segment =>
  readRecord('segment', isList(said) ? { id, included: [...said] } : { ...said, id })

/** Creates a config. Throws INVALID if a server would reject it. */
export const toConfig = (id: string, said: ConfigForTest): Config => readRecord('config', { ...said, id })

const isList = (said: SegmentForTest): said is readonly string[] => Array.isArray(said)

/** Returns the keys whose records differ between two states. */
export function differences(one: Held, other: Held): Changed {
  const between = (kind: keyof Held) => {
    const [before, after]: ReadonlyMap<string, unknown>[] = [one[kind], other[kind]]
    const keys = new Set([...before!.keys(), ...after!.keys()])
    return [...keys].filter((key) => JSON.stringify(before!.get(key)) !== JSON.stringify(after!.get(key)))
  }
  return {
    features: between('features'),
    segments: between('segments'),
    configs: between('configs'),
    experiments: between('experiments'),
  }
}

/** Creates an experiment from the ids of its variants. Throws INVALID if a server would reject it. */
const toExperiment = (id: string, variants: readonly string[]) =>
  readRecord('experiment', {
    id,
    name: id,
    enabled: true,
    variants: variants.map((variant) => ({ id: variant, name: variant, traffic: 1 / variants.length })),
  })

const kinds: readonly string[] = ['features', 'configs', 'experiments', 'segments']

/** Whether the argument names kinds (`features`, `configs`, `experiments`, `segments`) instead of single features. */
const isWhole = (initial: InitialFlags): initial is FlagsForTest =>
  Object.entries(initial).every(
    ([name, value]) => kinds.includes(name) && typeof value === 'object' && !('activationStrategy' in value),
  )

const entries = <T>(members: object) => Object.entries(members) as [string, T][]
