import type { Config, Segment } from '@signalbox/core/contract'
import {
  type CompiledCondition,
  type Environment,
  loadPatterns,
  type PatternEngine,
  type Test,
} from '@signalbox/core/evaluate'
import {
  conditionsIn,
  createReferences,
  type LiveReferences,
  type Target,
  targetingEngine,
  targetsIn,
  usesPatterns,
} from '@signalbox/core/targeting'
import type { HeldFeature } from '../records/held.ts'
import { hasRules } from '../records/held-records.ts'
import type { RulesPorts } from './rules-port.ts'

/** A compiled record, or why it cannot be compiled. */
export interface Compiled<T> {
  readonly value?: T
  readonly problem?: unknown
}

/** A record from which references lead to others. */
export type Referring = HeldFeature | Segment | Config

/** The references between the records in memory. */
export type Graph = ReturnType<typeof createGraph>

/** The problem of a condition that uses a regular expression before the engine for them is loaded. */
export const LOADING = new Error('The engine of regular expressions is being loaded')
/** The engine of regular expressions, once loaded. */
let patterns: PatternEngine | undefined

/** Creates the references between the records in memory. They are set when a record that uses them is settled. */
export function createGraph({ state, report }: Pick<RulesPorts, 'state' | 'report'>) {
  const references = createReferences(() => undefined) // `resolve` sets them
  const features = new WeakMap<HeldFeature, () => Compiled<HeldFeature>>()
  let segments = new WeakMap<Segment, Compiled<CompiledCondition>>()
  let compiledFor: Environment | undefined
  let loading: Promise<void> | undefined
  let generation = 1

  const environments = new WeakMap<Environment, Environment & LiveReferences>()

  /** What records with rules are compiled with: shared by all of them. */
  function withRules(settings: Environment): Environment & LiveReferences {
    const known = environments.get(settings)
    if (known) return known
    const environment = {
      ...settings,
      ...references,
      targeting: targetingEngine,
      get patterns() {
        return patterns
      },
    }
    environments.set(settings, environment)
    return environment
  }

  function compile<T>(record: unknown, how: () => T): Compiled<T> {
    if (!patterns && needsPatterns(record)) {
      void loadEngine()
      return { problem: LOADING }
    }
    try {
      return { value: how() }
    } catch (problem) {
      return { problem }
    }
  }

  function compileSegment(segment: Segment): Compiled<CompiledCondition> {
    const { environment } = state()
    if (environment !== compiledFor) segments = new WeakMap()
    compiledFor = environment
    const known = segments.get(segment)
    if (known && known.problem !== LOADING) return known
    const compiled = compile(segment, () => targetingEngine.compileSegment(segment, withRules(environment)))
    segments.set(segment, compiled)
    return compiled
  }

  function find({ kind, id }: Target): HeldFeature | Segment | undefined {
    const { holding } = state()
    return kind === 'segment' ? holding.segments.get(id) : holding.features.get(id)
  }

  /** Why a record that others refer to cannot be evaluated here. */
  function problemOf(record: HeldFeature | Segment): unknown {
    if (!isFeature(record)) return compileSegment(record).problem
    const compiled = features.get(record)
    if (compiled) return compiled().problem
    return record.problem ?? (isAsked(record) ? new Error('The server is asked') : undefined)
  }

  /** What a reference stands for. A feature that only a script decides cannot be referred to. */
  function targetOf(record: HeldFeature | Segment | undefined): CompiledCondition | undefined {
    if (!record) return undefined
    if (!isFeature(record)) return compileSegment(record).value
    const isTrue = features.has(record) ? features.get(record)?.().value?.isActive : here(record)
    return isTrue && { isTrue }
  }

  function loadEngine(): Promise<void> {
    loading ??= loadPatterns().then(
      (engine) => {
        patterns = engine
        generation++
      },
      (cause) => {
        loading = undefined
        report(new Error('The engine of regular expressions could not be loaded', { cause }))
      },
    )
    return loading
  }

  return {
    /** Differs after each change. */
    get generation() {
      return generation
    },
    changed() {
      generation++
    },
    withRules,
    compile,
    /** Makes a feature with rules available to references. */
    addFeature: (held: HeldFeature, compiled: () => Compiled<HeldFeature>) => void features.set(held, compiled),
    /**
     * Sets the references of a record and of everything it refers to. Returns why something that it refers to cannot
     * be evaluated here; `undefined` if all can.
     */
    resolve(record: Referring): unknown {
      const targets = new Map<string, Target>()
      const seen = new Set<unknown>([record])
      const open: Referring[] = [record]
      let problem: unknown
      for (let next = open.pop(); next; next = open.pop())
        for (const [key, target] of targetsIn(isFeature(next) ? withConditions(next) : next)) {
          const found = find(target)
          targets.set(key, target)
          problem ??= found
            ? problemOf(found)
            : new Error(`The ${target.kind} ${target.id} does not exist, or the caller may not read it`)
          if (!found || seen.has(found)) continue
          seen.add(found)
          open.push(found)
        }
      for (const target of targets.values()) references.set(target.kind, target.id, targetOf(find(target)))
      return problem
    },
    /** Loads the engine of regular expressions if one of these records needs it. */
    async loadPatternsFor(records: readonly unknown[]): Promise<void> {
      if (!patterns && records.some(needsPatterns)) await loadEngine()
    },
  }
}

const isFeature = (record: Referring): record is HeldFeature => 'feature' in record

const isAsked = ({ script, none }: HeldFeature): boolean => script !== undefined && none !== undefined

/** The test of a feature without rules; `undefined` if it is not evaluated here. */
const here = ({ script, problem, isActive }: HeldFeature): Test | undefined =>
  script || problem ? undefined : isActive

/** The feature if its conditions matter. */
const withConditions = ({ feature }: HeldFeature): unknown => (hasRules(feature) ? feature : undefined)

const needsPatterns = (record: unknown): boolean =>
  conditionsIn(record).some(({ condition }) => usesPatterns(condition))
