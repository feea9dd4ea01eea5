import type { ChangeEvent } from '@signalbox/core/contract'
import type { Clock, Environment, Test } from '@signalbox/core/evaluate'
import { timeZone } from '@signalbox/core/evaluate'
import type { Held, HeldFeature, Holding, HoldPorts, Kind } from './hold.ts'
import { createHold } from './hold.ts'
import type { Changed } from './live-options.ts'
import type { InSlices } from './slices.ts'
import { SLICE } from './slices.ts'
import type { Settings, Snapshot } from './snapshot.ts'

interface StatePorts extends HoldPorts {
  readonly clock: Clock
  /** How the server evaluates, while it has not told. */
  readonly settings: Settings
}

/** What is known, and how it changes. */
export type State = ReturnType<typeof createState>

/** What is known of features, configs and experiments, and how events change it. */
export function createState({ clock, settings: first, ...ports }: StatePorts) {
  let settings = first
  let environment = environmentOf(settings, clock)
  let holding: Holding = { features: new Map(), configs: new Map(), experiments: new Map() }
  let tests: Record<string, Test> = Object.create(null)
  const kinds = createHold(ports)

  /** Makes a record ready, or leaves what is held of it where nothing changed. */
  function hold<N extends Kind>(kind: N, record: unknown, { known, environment }: Way<N>): Held<N> {
    const { hold, recordOf, toCompare } = kinds[kind]
    if (known && isSame(toCompare(recordOf(known as never) as never), toCompare(record as never))) return known
    return hold(record as never, environment) as Held<N>
  }

  function* holdAll<N extends Kind>(
    kind: N,
    records: readonly unknown[] = [],
    way: Ways<N>,
  ): InSlices<Map<string, Held<N>>> {
    const after = new Map<string, Held<N>>()
    for (const record of records) {
      const { id } = record as { id: string }
      after.set(id, hold(kind, record, { known: way.before?.get(id), environment: way.environment }))
      if (after.size % SLICE === 0) yield
    }
    return after
  }

  /**
   * Puts all that there is in the place of what was; the keys of what differs. What was goes on to answer until the work is done, and is
   * not to change meanwhile.
   */
  function* replace(all: Partial<Snapshot>): InSlices<Changed> {
    const nextSettings = { ...first, ...all.settings }
    const isSameWay = isSame(nextSettings, settings)
    const nextEnvironment = isSameWay ? environment : environmentOf(nextSettings, clock)
    const before = holding
    const way = { environment: nextEnvironment }
    const next: Holding = {
      // Another way to evaluate is another way for every feature.
      features: yield* holdAll('features', all.features, { ...way, before: isSameWay ? before.features : undefined }),
      configs: yield* holdAll('configs', all.configs, { ...way, before: before.configs }),
      experiments: yield* holdAll('experiments', all.experiments, { ...way, before: before.experiments }),
    }
    const nextTests = yield* toTests(next.features)
    const changed = {
      features: yield* difference(before.features, next.features),
      configs: yield* difference(before.configs, next.configs),
      experiments: yield* difference(before.experiments, next.experiments),
    }
    settings = nextSettings
    environment = nextEnvironment
    holding = next
    tests = nextTests
    return changed
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
    replace,
    /** Follows one event; the keys of what differs, none for events of other things. */
    apply({ type, key, payload }: ChangeEvent): Changed {
      const change = changes[type]
      if (!change) return nothing
      const { kind, isGone } = change
      const held = holding[kind] as Map<string, Held<typeof kind>>
      if (isGone && kind === 'features') delete tests[key]
      if (isGone) return held.delete(key) ? { ...nothing, [kind]: [key] } : nothing
      const known = held.get(key)
      const next = hold(kind, payload, { known, environment })
      if (next === known) return nothing
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

/** In what a record is made ready, and what is held of it already. */
interface Way<N extends Kind> {
  readonly environment: Environment
  readonly known: Held<N> | undefined
}

/** The same, for all records of a kind. */
interface Ways<N extends Kind> {
  readonly environment: Environment
  readonly before: ReadonlyMap<string, Held<N>> | undefined
}

/**
 * What a check asks, and nothing around it, in an object without a prototype: it finds a literal in half the time of a `Map`, in
 * which two equal texts are compared by their characters.
 */
function* toTests(features: ReadonlyMap<string, HeldFeature>): InSlices<Record<string, Test>> {
  const tests: Record<string, Test> = Object.create(null)
  let count = 0
  for (const [id, { isActive }] of features) {
    tests[id] = isActive
    if (++count % SLICE === 0) yield
  }
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

function* difference(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): InSlices<string[]> {
  const keys: string[] = []
  let count = 0
  for (const [key, value] of after) {
    if (before.get(key) !== value) keys.push(key)
    if (++count % SLICE === 0) yield
  }
  for (const key of before.keys()) {
    if (!after.has(key)) keys.push(key)
    if (++count % SLICE === 0) yield
  }
  return keys
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
