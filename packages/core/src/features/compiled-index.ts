import type { CompiledCondition } from '../conditions/environment.ts'
import { createLacking } from '../conditions/lacking.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import type { PatternEngine } from '../conditions/patterns.ts'
import { createReferences, type LiveReferences, type ReferenceKind } from '../conditions/references.ts'
import { usesPatterns } from '../conditions/uses.ts'
import type { Config } from '../configs/config.ts'
import { type CompiledConfig, compileConfig, isRuled, undecided } from '../configs/evaluate.ts'
import type { ConfigTelemetry } from '../configs/telemetry.ts'
import { cannotEvaluate } from '../machine/errors/cannot-evaluate.ts'
import { lacksAttribute } from '../machine/errors/notices.ts'
import { frozenCopy } from '../machine/json/frozen-copy.ts'
import { isObject } from '../machine/json/json.ts'
import type { Report } from '../ports.ts'
import type { Segment } from '../segments/segment.ts'
import { conditionsIn } from '../targeting/target.ts'
import { createAlike } from './alike.ts'
import { compiledRecords, type StoredRecord } from './compiled-records.ts'
import { type CompiledFeature, compileFeature, needsScript } from './evaluate.ts'
import type { Feature } from './feature.ts'
import { loadTargeting } from './load-targeting.ts'
import { observeConfigs, observeFeatures } from './observe-evaluations.ts'
import { readable } from './readable.ts'
import type { Environment, TargetingEngine } from './strategies/strategy.ts'
import type { FeatureTelemetry } from './telemetry.ts'

/** What features and segments in memory are compiled with: references lead to those in memory. */
export type LiveEnvironment = Environment & Pick<LiveReferences, 'segment' | 'feature' | 'evaluation'>

/** The settings of an instance that features are compiled with. */
export type EvaluationSettings = Pick<Environment, 'clock' | 'zone' | 'bucketing'>

/** A kind of record that is kept compiled. */
export type CompiledKind = ReferenceKind | 'config'

/**
 * Features, segments and configs in memory. Records that were added as texts are compiled when they are first found.
 */
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
  /** Counts the changes of what is in memory. */
  readonly changes: { readonly count: number }
  /** The ids of all records of a kind. Ends, or skips some, if records change meanwhile. */
  ids(kind: CompiledKind): Iterable<string>
  /** Whether a record cannot be compiled before `loadCode` has loaded the code for it; possibly true if it could. */
  lacksCode(kind: CompiledKind, record: StoredRecord): boolean
  /** Loads the code that a record may need: for segments and rules, and for regular expressions. */
  loadCode(kind: CompiledKind, record: StoredRecord): Promise<void>
  /**
   * Adds a stored record, and replaces the one with its id. Features and configs that are texts are neither parsed nor
   * compiled before they are found. A record that cannot be compiled, such as one of a later version, is reported when
   * it is compiled. It affects no others: the feature is inactive, the config has its value without rules, and
   * references to the feature or segment are unresolved.
   */
  set(kind: CompiledKind, id: string, record: StoredRecord): void
  remove(kind: CompiledKind, id: string): void
}

/**
 * Creates an empty index. A record that refers to features and segments follows their changes without being compiled
 * again. Only if telemetry observes evaluations, what is found is enclosed in functions that report them.
 */
export function createCompiledIndex(
  settings: EvaluationSettings,
  telemetry: FeatureTelemetry & ConfigTelemetry = {},
  report: Report = console.error,
): CompiledIndex {
  const features = compiledRecords(compileOne)
  const configs = compiledRecords(compileConfigOf)
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
    ...{ segment, feature, evaluation, lacking: createLacking((id, by) => report(lacksAttribute(id, by))) },
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

  const alike = createAlike(environment)

  function compileOne(id: string, stored: StoredRecord): CompiledFeature {
    const compiled = (typeof stored === 'string' && alike.find(id, stored)) || compileNew(id, stored)
    return observeFeature ? observeFeature(compiled, environment) : compiled
  }

  function compileNew(id: string, stored: StoredRecord): CompiledFeature {
    const compiled = readable(id, stored, {
      compile: (record: Feature) => compileFeature(record, environment),
      instead: (record, cause) => ({
        feature: { activationStrategy: 'NO_STRATEGY', enabled: false, ...record, id } as Feature,
        isActive: never,
        problem: failed(`Feature ${id}`, 'it is inactive', cause),
      }),
    })
    if (typeof stored === 'string' && compiled.problem === undefined) alike.remember(stored, compiled)
    return compiled
  }

  /** From a frozen copy, because all callers share its values, and the store may share the record. */
  function compileConfigOf(id: string, stored: StoredRecord): CompiledConfig {
    const compiled = readable(id, stored, {
      compile(record: Config): CompiledConfig {
        const config = frozenCopy(record)
        return { config, decide: compileConfig(config, environment) }
      },
      instead(record, cause) {
        const config = frozenCopy({ value: null, ...record, id })
        const decision = {
          ...undecided(config),
          message: failed(`Config ${id}`, 'its rules are ignored', cause).message,
        }
        return { config, decide: () => decision }
      },
    })
    return observeConfig ? observeConfig(compiled) : compiled
  }

  function setSegment(id: string, stored: StoredRecord): void {
    const compiled = readable(id, stored, {
      compile: (record: Segment) =>
        (targeting as TargetingEngine).compileSegment(record, { ...settings, ...references, patterns }),
      instead: (_, cause) => void failed(`Segment ${id}`, 'conditions that refer to it are false', cause),
    })
    if (compiled) segments.set(id, compiled)
    else segments.delete(id)
  }

  /** Reports that a record cannot be evaluated. Returns the error. */
  function failed(record: string, effect: string, cause: unknown): Error {
    const problem = new Error(cannotEvaluate(record, effect, cause), { cause })
    report(problem)
    return problem
  }

  return {
    environment,
    find: features.find,
    compile: (feature) => compileOne(feature.id, feature),
    slices: features.slices,
    findConfig: configs.find,
    configSlices: configs.slices,
    get size() {
      return features.size
    },
    get records() {
      return features.size + segments.size + configs.size
    },
    ids: (kind) => (kind === 'segment' ? segments.keys() : { feature: features, config: configs }[kind].ids()),
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
      if (kind === 'segment') setSegment(id, record)
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

const never = () => false

/**
 * What a reference to this feature evaluates; `undefined` (unresolved) for a feature that only a script decides, or that
 * cannot be evaluated.
 */
const toTarget = (compiled: CompiledFeature): CompiledCondition | undefined =>
  needsScript(compiled) || compiled.problem !== undefined
    ? undefined
    : { isTrue: compiled.unobserved ?? compiled.isActive }

/**
 * Whether a record needs the code for rules. A text is only searched: if it has the word for another reason, the code is
 * loaded in vain. A quotation mark at the beginning would slow the search down, because there is one every few characters.
 */
const needsTargeting = (kind: CompiledKind, record: StoredRecord): boolean => {
  if (kind === 'segment') return true
  if (typeof record === 'string') return record.includes(kind === 'config' ? 'rules"' : 'RULES"')
  return kind === 'config'
    ? isObject(record) && isRuled(record as unknown as Config)
    : (record as Feature | null)?.activationStrategy === 'RULES'
}

const needsPatterns = (kind: CompiledKind, record: StoredRecord): boolean => {
  if (!needsTargeting(kind, record)) return false
  if (typeof record === 'string') return record.includes('matches"')
  return conditionsIn(record).some(({ condition }) => usesPatterns(condition))
}
