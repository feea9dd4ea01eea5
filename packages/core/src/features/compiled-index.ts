import type { CompiledCondition } from '../conditions/environment.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import type { PatternEngine } from '../conditions/patterns.ts'
import type { LiveReferences, ReferenceKind } from '../conditions/references.ts'
import { createReferences } from '../conditions/references.ts'
import { usesPatterns } from '../conditions/uses.ts'
import type { Config } from '../configs/config.ts'
import type { CompiledConfig } from '../configs/evaluate.ts'
import { compileConfig, isRuled } from '../configs/evaluate.ts'
import type { ConfigTelemetry } from '../configs/telemetry.ts'
import { frozenCopy } from '../frozen-copy.ts'
import { compileWhere } from '../keys/pattern.ts'
import type { SortedMap } from '../keys/sorted-map.ts'
import { sortedMap } from '../keys/sorted-map.ts'
import type { Segment } from '../segments/segment.ts'
import { conditionsIn } from '../targeting/target.ts'
import { answerTurn } from '../turns.ts'
import type { CompiledFeature } from './evaluate.ts'
import { compileFeature, needsScript } from './evaluate.ts'
import type { Feature } from './feature.ts'
import { loadTargeting } from './load-targeting.ts'
import { observeConfigs, observeFeatures } from './observe-evaluations.ts'
import type { Environment, TargetingEngine } from './strategies/strategy.ts'
import type { FeatureTelemetry } from './telemetry.ts'

/** What features and segments in memory are compiled with: references lead to those in memory. */
export type LiveEnvironment = Environment & Pick<LiveReferences, 'segment' | 'feature' | 'evaluation'>

/** The settings of an instance that features are compiled with. */
export type EvaluationSettings = Pick<Environment, 'clock' | 'zone' | 'bucketing'>

/** A kind of record that is kept compiled. */
export type CompiledKind = ReferenceKind | 'config'

/** Features, segments and configs in memory, compiled. */
export interface CompiledIndex {
  /** What features are compiled and explained with, their references included. */
  readonly environment: LiveEnvironment
  find(id: string): CompiledFeature | undefined
  /** Compiles a feature that is not, or no longer, in memory. */
  compile(feature: Feature): CompiledFeature
  /**
   * The features whose id matches every pattern list, in key order, in slices. Other work gets the thread after each
   * `size` features that were looked at.
   */
  slices(where: readonly string[], size: number): AsyncIterable<readonly CompiledFeature[]>
  findConfig(id: string): CompiledConfig | undefined
  /** The configs whose id matches every pattern list, like `slices`. */
  configSlices(where: readonly string[], size: number): AsyncIterable<readonly CompiledConfig[]>
  /** The number of features. */
  readonly size: number
  /** The number of records of all kinds. */
  readonly records: number
  /** The ids of all records of a kind. */
  ids(kind: CompiledKind): string[]
  /** Whether a record cannot be compiled before `loadCode` has loaded the code for it. */
  lacksCode(kind: CompiledKind, record: unknown): boolean
  /** Loads the code that a record needs: for segments and rules, and for regular expressions. */
  loadCode(kind: CompiledKind, record: unknown): Promise<void>
  /** Compiles a stored record, and replaces the one with its id. */
  set(kind: CompiledKind, record: unknown): void
  remove(kind: CompiledKind, id: string): void
}

/**
 * Creates an empty index. A record that refers to features and segments follows their changes without being compiled
 * again. Only if telemetry is to be told of evaluations, what is found is enclosed in functions that do so.
 */
export function createCompiledIndex(
  settings: EvaluationSettings,
  telemetry: FeatureTelemetry & ConfigTelemetry = {},
): CompiledIndex {
  const features = compiledRecords<CompiledFeature>()
  const configs = compiledRecords<CompiledConfig>()
  const { byId } = features
  const { byId: configById } = configs
  const segments = new Map<string, CompiledCondition>()
  const observeFeature = observeFeatures(telemetry)
  const observeConfig = observeConfigs(telemetry)
  let targeting: TargetingEngine | undefined
  let patterns: PatternEngine | undefined

  const references = createReferences((kind, id) => {
    if (kind === 'segment') return segments.get(id)
    const found = byId[id]
    return found && toTarget(found)
  })
  const { segment, feature, evaluation } = references
  const environment: LiveEnvironment = {
    ...settings,
    ...{ segment, feature, evaluation },
    get targeting() {
      return targeting
    },
    get patterns() {
      return patterns
    },
  }

  function setFeature(feature: Feature): void {
    const compiled = compileFeature(feature, environment)
    features.set(feature.id, observeFeature ? observeFeature(compiled, environment) : compiled)
    references.set('feature', feature.id, toTarget(compiled))
  }

  function setSegment(segment: Segment): void {
    const compiled = (targeting as TargetingEngine).compileSegment(segment, { ...settings, ...references, patterns })
    segments.set(segment.id, compiled)
    references.set('segment', segment.id, compiled)
  }

  /** A frozen copy, because all callers share its values, and the store may share the record. */
  function setConfig(record: Config): void {
    const config = frozenCopy(record)
    const compiled: CompiledConfig = { config, decide: compileConfig(config, environment) }
    configs.set(config.id, observeConfig ? observeConfig(compiled) : compiled)
  }

  return {
    environment,
    find: (id) => byId[id],
    compile(feature) {
      const compiled = compileFeature(feature, environment)
      return observeFeature ? observeFeature(compiled, environment) : compiled
    },
    slices: (where, size) => slicesOf(features, { where, size }),
    findConfig: (id) => configById[id],
    configSlices: (where, size) => slicesOf(configs, { where, size }),
    get size() {
      return features.inOrder.size
    },
    get records() {
      return features.inOrder.size + segments.size + configs.inOrder.size
    },
    ids: (kind) => [...{ feature: features.inOrder, segment: segments, config: configs.inOrder }[kind].keys()],
    lacksCode: (kind, record) =>
      (!targeting && needsTargeting(kind, record)) || (!patterns && needsPatterns(kind, record)),
    async loadCode(kind, record) {
      if (needsTargeting(kind, record)) targeting ??= await loadTargeting()
      if (needsPatterns(kind, record)) patterns ??= await loadPatterns()
    },
    set(kind, record) {
      if (kind === 'segment') setSegment(record as Segment)
      else if (kind === 'feature') setFeature(record as Feature)
      else setConfig(record as Config)
    },
    remove(kind, id) {
      if (kind === 'config') return void configs.delete(id)
      if (kind === 'segment') segments.delete(id)
      else features.delete(id)
      references.set(kind, id, undefined)
    },
  }
}

/** The records of a sorted index whose id matches every pattern list, in slices. */
async function* slicesOf<T>(
  { byId, inOrder }: CompiledRecords<T>,
  { where, size }: { readonly where: readonly string[]; readonly size: number },
): AsyncGenerator<readonly T[]> {
  const pattern = compileWhere(where)
  let after: string | undefined
  for (let seen = size; seen === size; ) {
    const slice: T[] = []
    seen = 0
    for (const key of inOrder.keys(after ?? pattern.prefix)) {
      if (!key.startsWith(pattern.prefix)) break
      if (key === after) continue
      if (pattern.matches(key)) slice.push(byId[key] as T)
      after = key
      if (++seen === size) break
    }
    yield slice
    if (seen === size) await answerTurn()
  }
}

/** Compiled records by id, and their ids in key order. */
interface CompiledRecords<T> {
  readonly byId: Readonly<Record<string, T>>
  readonly inOrder: Pick<SortedMap<undefined>, 'keys' | 'size'>
  set(id: string, compiled: T): void
  delete(id: string): void
}

/**
 * By id in an object without a prototype, so that ids such as `constructor` are plain data. An object finds a known
 * string in half the time of a `Map`, which compares the characters of two equal strings.
 */
function compiledRecords<T>(): CompiledRecords<T> {
  const byId: Record<string, T> = Object.create(null)
  const inOrder = sortedMap<undefined>()
  return {
    byId,
    inOrder,
    set(id, compiled) {
      if (byId[id] === undefined) inOrder.set(id, undefined)
      byId[id] = compiled
    },
    delete(id) {
      delete byId[id]
      inOrder.delete(id)
    },
  }
}

/** What a reference to this feature evaluates; `undefined` (unresolved) for a feature that only a script decides. */
const toTarget = (compiled: CompiledFeature): CompiledCondition | undefined =>
  needsScript(compiled) ? undefined : { isTrue: compiled.unobserved ?? compiled.isActive }

const needsTargeting = (kind: CompiledKind, record: unknown): boolean =>
  kind === 'segment' ||
  (kind === 'config' ? isRuled(record as Config) : (record as Feature).activationStrategy === 'RULES')

const needsPatterns = (kind: CompiledKind, record: unknown): boolean =>
  needsTargeting(kind, record) && conditionsIn(record).some(({ condition }) => usesPatterns(condition))
