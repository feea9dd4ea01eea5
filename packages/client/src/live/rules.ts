import type { Segment } from '@signalbox/core/contract'
import type { CompiledCondition, Environment, PatternEngine, Test } from '@signalbox/core/evaluate'
import { compileFeature, loadPatterns } from '@signalbox/core/evaluate'
import type { Target } from '@signalbox/core/targeting'
import { conditionsIn, createReferences, targetingEngine, targetsIn, usesPatterns } from '@signalbox/core/targeting'
import type { HeldFeature } from './held.ts'
import { hasRules } from './held-records.ts'
import type { Rules, RulesEngine } from './rules-port.ts'

/** A compiled record, or why it cannot be compiled. */
interface Compiled<T> {
  readonly value?: T
  readonly problem?: unknown
}

/** The problem of a condition that uses a regular expression before the engine for them is loaded. */
const LOADING = new Error('The engine of regular expressions is being loaded')
/** The engine of regular expressions, once loaded. */
let patterns: PatternEngine | undefined

/**
 * Creates what evaluates features with rules over the records in memory. The server is asked about a feature that uses
 * something unknown to this version, or refers to something that is not in memory. The first check after a change
 * determines this, so a change costs nothing for features that nobody checks.
 */
export const rules: RulesEngine = ({ state, hasServer, askServer, unreadable, report }) => {
  const references = createReferences(() => undefined) // `settle` sets them
  const features = new WeakMap<HeldFeature, () => Compiled<Test>>()
  let segments = new WeakMap<Segment, Compiled<CompiledCondition>>()
  let compiledFor: Environment | undefined
  let loading: Promise<void> | undefined
  /** Differs after each change. */
  let generation = 1

  const withRules = (environment: Environment) => ({
    ...environment,
    ...references,
    targeting: targetingEngine,
    get patterns() {
      return patterns
    },
  })

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

  /** Why a record cannot be evaluated here. */
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
    const isTrue = features.has(record) ? features.get(record)?.().value : here(record)
    return isTrue && { isTrue }
  }

  /**
   * Sets the references of a feature and of everything it refers to. Returns why the feature cannot be evaluated here;
   * `undefined` if it can.
   */
  function resolve(feature: HeldFeature): unknown {
    const targets = new Map<string, Target>()
    const seen = new Set<unknown>()
    const open: (HeldFeature | Segment)[] = [feature]
    let problem: unknown
    for (let record = open.pop(); record; record = open.pop()) {
      if (seen.has(record)) continue
      seen.add(record)
      problem ??= problemOf(record)
      for (const [key, target] of targetsIn(isFeature(record) ? withConditions(record) : record)) {
        const found = find(target)
        targets.set(key, target)
        if (found) open.push(found)
        else problem ??= new Error(`The ${target.kind} ${target.id} does not exist, or the caller may not read it`)
      }
    }
    for (const target of targets.values()) references.set(target.kind, target.id, targetOf(find(target)))
    return problem
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

  function hold(feature: HeldFeature['feature'], settings: Environment): HeldFeature {
    const environment = withRules(settings)
    let compiled: Compiled<Test> = { problem: LOADING }
    let settledIn = 0
    let waiting: HeldFeature | undefined
    let asked: HeldFeature | undefined
    let current: HeldFeature = { feature, isActive: () => false }
    let isReported = false

    function compiledHere(): Compiled<Test> {
      if (compiled.problem === LOADING) compiled = compile(feature, () => compileFeature(feature, environment).isActive)
      return compiled
    }

    function settle(): void {
      if (settledIn === generation) return
      settledIn = generation
      const problem = resolve(held)
      const { value } = compiledHere()
      if (value && (problem === undefined || (!hasServer && problem !== LOADING))) {
        if (problem && !isReported)
          report(
            new Error(`Feature ${feature.id} refers to something unknown; its condition is false`, {
              cause: problem,
            }),
          )
        isReported ||= problem !== undefined
        current = { feature, isActive: value }
      } else if (problem === LOADING) {
        waiting ??= askServer(feature)
        current = waiting
      } else {
        asked ??= unreadable(feature, problem)
        current = asked
      }
    }

    const settled = (): HeldFeature => {
      settle()
      return current
    }
    const held: HeldFeature = {
      feature,
      environment,
      get script() {
        return settled().script
      },
      get none() {
        return settled().none
      },
      get problem() {
        return settled().problem
      },
      isActive(context) {
        if (settledIn !== generation) settle()
        return current.isActive(context)
      },
    }
    features.set(held, compiledHere)
    return held
  }

  return {
    hold,
    changed() {
      generation++
    },
    async load({ features = [], segments = [] }) {
      if (!patterns && [...features, ...segments].some(needsPatterns)) await loadEngine()
    },
  } satisfies Rules
}

const isFeature = (record: HeldFeature | Segment): record is HeldFeature => 'feature' in record

const isAsked = ({ script, none }: HeldFeature): boolean => script !== undefined && none !== undefined

/** The test of a feature without rules; `undefined` if it is not evaluated here. */
const here = ({ script, problem, isActive }: HeldFeature): Test | undefined =>
  script || problem ? undefined : isActive

/** The feature if its conditions matter. */
const withConditions = ({ feature }: HeldFeature): unknown => (hasRules(feature) ? feature : undefined)

const needsPatterns = (record: unknown): boolean =>
  conditionsIn(record).some(({ condition }) => usesPatterns(condition))
