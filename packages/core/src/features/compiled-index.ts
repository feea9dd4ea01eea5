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
import type { SortedKeys } from '../keys/sorted-keys.ts'
import { sortedKeys } from '../keys/sorted-keys.ts'
import type { Segment } from '../segments/segment.ts'
import { conditionsIn } from '../targeting/target.ts'
import { answerTurn } from '../turns.ts'
import type { Changes } from './changes.ts'
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

/** A record, or its JSON text. */
export type StoredRecord = unknown

/** Features, segments and configs in memory. Those that were added as texts are compiled when they are first found. */
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
  /** Counts every change of a record. */
  readonly changes: Changes
  /** The ids of all records of a kind. */
  ids(kind: CompiledKind): string[]
  /** Whether a record cannot be compiled before `loadCode` has loaded the code for it; possibly true if it could. */
  lacksCode(kind: CompiledKind, record: StoredRecord): boolean
  /** Loads the code that a record may need: for segments and rules, and for regular expressions. */
  loadCode(kind: CompiledKind, record: StoredRecord): Promise<void>
  /**
   * Adds a stored record, and replaces the one with its id. Features and configs that are texts are neither parsed nor
   * compiled before they are found. Throws for a record that cannot be compiled; such a text fails at each evaluation.
   */
  set(kind: CompiledKind, id: string, record: StoredRecord): void
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
  const features = compiledRecords((record) => compileOne(record as Feature), brokenFeature)
  const configs = compiledRecords((record) => compileConfigOf(record as Config), brokenConfig)
  const segments = new Map<string, CompiledCondition>()
  const observeFeature = observeFeatures(telemetry)
  const observeConfig = observeConfigs(telemetry)
  const changes = { count: 0 }
  let targeting: TargetingEngine | undefined
  let patterns: PatternEngine | undefined

  const references = createReferences((kind, id) => {
    if (kind === 'segment') return segments.get(id)
    const found = features.peek(id)
    return typeof found === 'string' ? compiledLater(id) : found && toTarget(found)
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

  /** The target of references to a feature that is not compiled yet. The first evaluation compiles it. */
  function compiledLater(id: string): CompiledCondition {
    function target(): CompiledCondition | undefined {
      const found = features.find(id)
      references.changed('feature', id)
      return found && toTarget(found)
    }
    return { isTrue: (context) => target()?.isTrue(context) ?? false, isUnresolved: () => target() === undefined }
  }

  function compileOne(feature: Feature): CompiledFeature {
    const compiled = compileFeature(feature, environment)
    return observeFeature ? observeFeature(compiled, environment) : compiled
  }

  /** From a frozen copy, because all callers share its values, and the store may share the record. */
  function compileConfigOf(record: Config): CompiledConfig {
    const config = frozenCopy(record)
    const compiled: CompiledConfig = { config, decide: compileConfig(config, environment) }
    return observeConfig ? observeConfig(compiled) : compiled
  }

  function setSegment(segment: Segment): void {
    const compiled = (targeting as TargetingEngine).compileSegment(segment, { ...settings, ...references, patterns })
    segments.set(segment.id, compiled)
  }

  return {
    environment,
    find: features.find,
    compile: compileOne,
    slices: (where, size) => slicesOf(features, { where, size }),
    findConfig: configs.find,
    configSlices: (where, size) => slicesOf(configs, { where, size }),
    get size() {
      return features.inOrder.size
    },
    get records() {
      return features.inOrder.size + segments.size + configs.inOrder.size
    },
    ids: (kind) => [
      ...(kind === 'segment' ? segments.keys() : { feature: features, config: configs }[kind].inOrder.from()),
    ],
    lacksCode: (kind, record) =>
      (!targeting && needsTargeting(kind, record)) || (!patterns && needsPatterns(kind, record)),
    async loadCode(kind, record) {
      if (needsTargeting(kind, record)) targeting ??= await loadTargeting()
      if (needsPatterns(kind, record)) patterns ??= await loadPatterns()
    },
    changes,
    set(kind, id, record) {
      changes.count++
      if (kind === 'config') return configs.set(id, record)
      if (kind === 'segment') setSegment((typeof record === 'string' ? JSON.parse(record) : record) as Segment)
      else features.set(id, record)
      references.changed(kind, id)
    },
    remove(kind, id) {
      changes.count++
      if (kind === 'config') return configs.delete(id)
      if (kind === 'segment') segments.delete(id)
      else features.delete(id)
      references.changed(kind, id)
    },
  }
}

/** The records of a sorted index whose id matches every pattern list, in slices. */
async function* slicesOf<T>(
  { find, inOrder }: CompiledRecords<T>,
  { where, size }: { readonly where: readonly string[]; readonly size: number },
): AsyncGenerator<readonly T[]> {
  const pattern = compileWhere(where)
  let after: string | undefined
  for (let seen = size; seen === size; ) {
    const slice: T[] = []
    seen = 0
    for (const key of inOrder.from(after ?? pattern.prefix)) {
      if (!key.startsWith(pattern.prefix)) break
      if (key === after) continue
      if (pattern.matches(key)) slice.push(find(key) as T)
      after = key
      if (++seen === size) break
    }
    yield slice
    if (seen === size) await answerTurn()
  }
}

/** Records by id, and their ids in key order. */
interface CompiledRecords<T> {
  readonly inOrder: Pick<SortedKeys, 'from' | 'size'>
  /** The record, or its text if it is not compiled yet. */
  peek(id: string): T | string | undefined
  find(id: string): T | undefined
  set(id: string, record: StoredRecord): void
  delete(id: string): void
}

/**
 * Compiled records are in an object without a prototype, so that ids such as `constructor` are plain data. An object
 * finds a known string in half the time of a `Map`, which compares the characters of two equal strings. Records that
 * are texts wait in a `Map` until they are first found, because it takes a new string in a third of the time: a program
 * that starts with a million features uses few of them, and a text takes a fraction of the memory.
 */
function compiledRecords<T extends object>(compile: (record: unknown) => T, broken: Broken<T>): CompiledRecords<T> {
  const byId: Record<string, T> = Object.create(null)
  const texts = new Map<string, string>()
  const inOrder = sortedKeys()

  function compileText(id: string): T | undefined {
    const text = texts.get(id)
    if (text === undefined) return undefined
    let record: unknown
    let compiled: T
    try {
      record = JSON.parse(text)
      compiled = compile(record)
    } catch (error) {
      compiled = broken(record ?? { id }, error)
    }
    byId[id] = compiled
    texts.delete(id)
    return compiled
  }

  return {
    inOrder,
    peek: (id) => byId[id] ?? texts.get(id),
    find: (id) => byId[id] ?? compileText(id),
    set(id, record) {
      const compiled = typeof record === 'string' ? undefined : compile(record)
      const isNew = inOrder.add(id)
      if (compiled) {
        byId[id] = compiled
        texts.delete(id)
      } else {
        texts.set(id, record as string)
        if (!isNew) delete byId[id]
      }
    },
    delete(id) {
      if (byId[id] === undefined && !texts.has(id)) return
      delete byId[id]
      texts.delete(id)
      inOrder.delete(id)
    },
  }
}

/** Stands for a record that cannot be compiled: each evaluation fails with the error. */
type Broken<T> = (record: unknown, error: unknown) => T

const brokenFeature: Broken<CompiledFeature> = (record, error) => ({
  feature: record as Feature,
  isActive() {
    throw error
  },
})

const brokenConfig: Broken<CompiledConfig> = (record, error) => ({
  config: frozenCopy(record as Config),
  decide() {
    throw error
  },
})

/** What a reference to this feature evaluates; `undefined` (unresolved) for a feature that only a script decides. */
const toTarget = (compiled: CompiledFeature): CompiledCondition | undefined =>
  needsScript(compiled) ? undefined : { isTrue: compiled.unobserved ?? compiled.isActive }

/**
 * Whether a record needs the code for rules. A text is only searched: if it has the word for another reason, the code is
 * loaded in vain. A quotation mark at the beginning would slow the search down, because there is one every few characters.
 */
const needsTargeting = (kind: CompiledKind, record: StoredRecord): boolean => {
  if (kind === 'segment') return true
  if (typeof record === 'string') return record.includes(kind === 'config' ? 'rules"' : 'RULES"')
  return kind === 'config' ? isRuled(record as Config) : (record as Feature).activationStrategy === 'RULES'
}

const needsPatterns = (kind: CompiledKind, record: StoredRecord): boolean => {
  if (!needsTargeting(kind, record)) return false
  if (typeof record === 'string') return record.includes('matches"')
  return conditionsIn(record).some(({ condition }) => usesPatterns(condition))
}
