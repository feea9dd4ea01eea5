import type { ChangeEvent } from '@signalbox/core/contract'
import { type Clock, type Environment, type Lacking, type Test, timeZone } from '@signalbox/core/evaluate'
import type { Settings, Snapshot } from './following/snapshot.ts'
import { type InSlices, SLICE } from './following/time-slices.ts'
import type { Changed } from './live-options.ts'
import { byId } from './records/by-id.ts'
import type { Held, HeldConfig, HeldRecords, HeldRules, Kind, Readable } from './records/held.ts'
import { createHeldRecords, createRulesOf, type HeldRecordsPorts, hasRules } from './records/held-records.ts'

interface StatePorts extends HeldRecordsPorts {
  readonly clock: Clock
  /** Receives features that lack an attribute of the context. @default they are not reported */
  readonly lacking?: Lacking
  /** The settings to use until the server sends its own. */
  readonly settings: Settings
  /** Called after a change of the records. */
  readonly onChange: () => void
}

/** The data in memory, and the ways to change it. */
export type State = ReturnType<typeof createState>

/** Holds features, segments, configs and experiments in memory, and applies events to them. */
export function createState({ clock, lacking, settings: first, onChange, ...ports }: StatePorts) {
  const environmentOf = ({ timeZone: name, bucketing }: Settings): Environment => ({
    ...{ clock, lacking, bucketing },
    zone: timeZone(name),
  })
  let settings = first
  let environment = environmentOf(settings)
  let holding: HeldRecords = { features: byId(), segments: new Map(), configs: new Map(), experiments: new Map() }
  let features = holding.features.object
  const changes = { count: 0 }
  const kinds = createHeldRecords(ports)
  const rulesOf = createRulesOf(ports)

  /** Prepares a record for evaluation, or keeps the prepared one if nothing changed. */
  function hold<N extends Kind>(kind: N, record: unknown, { known, environment }: Way<N>): Held<N> {
    const { hold, recordOf, toCompare } = kinds[kind]
    if (known && isSame(toCompare(recordOf(known as never) as never), toCompare(record as never))) return known
    return hold(record as never, environment) as Held<N>
  }

  /** Prepares all records of a kind, into an empty map. */
  function* holdAll<N extends Kind, M extends Writable<Held<N>>>(
    kind: N,
    records: readonly unknown[] = [],
    { after, before, environment }: Ways<N, M>,
  ): InSlices<M> {
    for (const [i, record] of records.entries()) {
      const { id } = record as { id: string }
      after.set(id, hold(kind, record, { known: before?.get(id), environment }))
      if (i % SLICE === SLICE - 1) yield
    }
    return after
  }

  /**
   * Replaces all records and returns the keys that changed. The old records stay in use until the work is done, and
   * must not be modified meanwhile.
   */
  function* replace(all: Partial<Snapshot>): InSlices<Changed> {
    const nextSettings = { ...first, ...all.settings }
    const isSameWay = isSame(nextSettings, settings)
    const nextEnvironment = isSameWay ? environment : environmentOf(nextSettings)
    const before = holding
    const way = { environment: nextEnvironment }
    const map = <V>() => ({ ...way, after: new Map<string, V>() })
    const next: HeldRecords = {
      // If the evaluation settings changed, every feature must be compiled again.
      features: yield* holdAll('features', all.features, {
        ...way,
        after: byId(),
        before: isSameWay ? before.features : undefined,
      }),
      segments: yield* holdAll('segments', all.segments, { ...map(), before: before.segments }),
      configs: yield* holdAll('configs', all.configs, { ...map(), before: before.configs }),
      experiments: yield* holdAll('experiments', all.experiments, { ...map(), before: before.experiments }),
    }
    const changed = {
      features: yield* difference(before.features, next.features),
      segments: yield* difference(before.segments, next.segments),
      configs: yield* difference(before.configs, next.configs),
      experiments: yield* difference(before.experiments, next.experiments),
    }
    // Rules of configs are compiled again at their next evaluation.
    if (!isSameWay) for (const held of next.configs.values()) held.rules = undefined
    settings = nextSettings
    environment = nextEnvironment
    holding = next
    features = next.features.object
    changes.count++
    onChange()
    return changed
  }

  return {
    /** The current records. `replace` swaps the whole object; `apply` modifies it in place. */
    get holding() {
      return holding
    },
    /** Counts the changes of the functions that check features. */
    changes: changes as { readonly count: number },
    /** Returns the function that checks a feature; `undefined` if unknown. */
    findTest: (id: string): Test | undefined => features[id]?.isActive,
    findConfig: (id: string): HeldConfig | undefined => holding.configs.get(id),
    /** Returns what decides a config with rules. */
    rulesOf: (held: HeldConfig): HeldRules => held.rules ?? rulesOf(held),
    /** How features are evaluated: with the server's settings, once known. */
    get environment() {
      return environment
    },
    /** The server's settings, or the initial ones. */
    get settings() {
      return settings
    },
    replace,
    /** Applies one event and returns the keys that changed: none for events of other kinds. */
    apply({ type, key, payload }: ChangeEvent): Changed {
      const [noun = '', verb] = type.split('_')
      const kind = kindOf[noun]
      if (!kind || !verbs.includes(verb)) return nothing
      const isGone = verb === 'DELETED'
      changes.count++
      const held: Writable<Held<typeof kind>> = holding[kind]
      const known = held.get(key)
      const next = isGone ? undefined : hold(kind, payload, { known, environment })
      if (next === known) return nothing
      if (next) held.set(key, next)
      else held.delete(key)
      onChange()
      return { ...nothing, [kind]: [key] }
    },
    /** Prepares the records with rules again. Returns their keys. */
    holdRules(): Changed {
      changes.count++
      const ruled = holding.features
        .values()
        .map(({ feature }) => feature)
        .filter(hasRules)
      for (const feature of ruled) holding.features.set(feature.id, kinds.features.hold(feature, environment))
      const configs = [...holding.configs.values()].filter(({ isRuled }) => isRuled)
      for (const held of configs) held.rules = undefined // until the next evaluation
      return {
        ...nothing,
        features: ruled.map(({ id }) => id),
        configs: configs.map(({ config }) => config.id),
      }
    },
    snapshot: (): Snapshot => ({
      settings,
      features: holding.features.values().map(({ feature }) => feature),
      segments: [...holding.segments.values()],
      configs: [...holding.configs.values()].map(({ config }) => config),
      experiments: [...holding.experiments.values()],
    }),
  }
}

/** The environment to prepare a record in, and the prepared record held so far. */
interface Way<N extends Kind> {
  readonly environment: Environment
  readonly known: Held<N> | undefined
}

/** The same, for all records of a kind, and the map to put them into. */
interface Ways<N extends Kind, M> {
  readonly environment: Environment
  readonly before: Readable<Held<N>> | undefined
  readonly after: M
}

interface Writable<V> extends Readable<V> {
  set(id: string, value: V): unknown
  delete(id: string): unknown
}

/** A change without keys. */
export const nothing: Changed = { features: [], segments: [], configs: [], experiments: [] }

/** The kind of records that events change, by the first word of their types. */
const kindOf: Readonly<Record<string, Kind>> = {
  FEATURE: 'features',
  SEGMENT: 'segments',
  CONFIG: 'configs',
  EXPERIMENT: 'experiments',
}
/** The other events of these kinds change no record. */
const verbs: readonly unknown[] = ['CREATED', 'UPDATED', 'DELETED']

function* difference(before: Readable<unknown>, after: Readable<unknown>): InSlices<string[]> {
  const keys: string[] = []
  let count = 0
  for (const key of after.keys()) {
    if (before.get(key) !== after.get(key)) keys.push(key)
    if (++count % SLICE === 0) yield
  }
  for (const key of before.keys()) {
    if (!after.has(key)) keys.push(key)
    if (++count % SLICE === 0) yield
  }
  return keys
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
