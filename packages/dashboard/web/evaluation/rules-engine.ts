import { signal } from '@preact/signals'
import type { Config, Feature, Segment } from '@signalbox/core/contract'
import {
  type Context,
  compileFeature,
  type Environment,
  loadPatterns,
  type PatternEngine,
  type TraceNode,
} from '@signalbox/core/evaluate'
import {
  conditionsIn,
  createReferences,
  explainCondition,
  operators,
  type Target,
  targetingEngine,
  targetsIn,
  usesPatterns,
} from '@signalbox/core/targeting'
import { type Find, isUnread, type Unread } from './found.ts'

/** The engine of regular expressions, once loaded. */
const patterns = signal<PatternEngine | undefined>(undefined)
let loading: Promise<void> | undefined

function loadPatternEngine(): void {
  if (!loading)
    loading = loadPatterns().then(
      (engine) => {
        patterns.value = engine
      },
      () => {
        loading = undefined
      },
    )
}

/** What conditions refer to and cannot be read: it is not chosen yet, it is forbidden, or the call failed. */
export interface Unreadable {
  readonly target: Target
  readonly reason: 'unchosen' | 'forbidden' | Unread
}

/** Evaluates rules, conditions and segments. In a chunk of its own, because it is large. */
export interface RulesEngine {
  /** What a record with conditions is evaluated with. */
  prepare(record: Feature | Segment | Config, plain: Environment, find: Find): Environment | 'loading' | Unreadable
  /** Explains a condition in a prepared environment. */
  explainCondition(condition: unknown, environment: Environment, context: Context): TraceNode
  /** Whether a context is in a segment. */
  isIn(segment: Segment, environment: Environment, context: Context): boolean
  readonly operators: typeof operators
}

/** What evaluates rules. */
export const rulesEngine: RulesEngine = {
  operators,
  prepare(record, plain, find) {
    const open: unknown[] = [record]
    const seen = new Set<unknown>()
    let isLoading = false
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      if (conditionsIn(next).some(({ condition }) => usesPatterns(condition)) && !patterns.value) {
        loadPatternEngine()
        isLoading = true
      }
      for (const target of targetsIn(next).values()) {
        if (target.id === '') return { target, reason: 'unchosen' }
        const found = find(target.kind, target.id)
        if (found === 'loading') isLoading = true
        else if (found === 'forbidden' || (typeof found === 'object' && isUnread(found)))
          return { target, reason: found }
        else if (found !== 'missing') open.push(found)
      }
    }
    return isLoading ? 'loading' : withReferences(plain, find)
  },
  explainCondition: (condition, environment, context) =>
    explainCondition({
      condition: condition as never,
      environment: environment as Parameters<typeof explainCondition>[0]['environment'],
      context,
    }).node,
  isIn: (segment, environment, context) =>
    targetingEngine.compileSegment(segment, environment as never).isTrue(context),
}

/** An environment in which conditions find what they refer to. What does not exist is unresolved. */
function withReferences(plain: Environment, find: Find): Environment {
  const references = createReferences((kind, id) => {
    const found = find(kind, id)
    if (typeof found === 'string') return undefined
    return kind === 'segment'
      ? targetingEngine.compileSegment(found as Segment, environment as never)
      : { isTrue: compileFeature(found as Feature, environment).isActive }
  })
  const environment: Environment = { ...plain, ...references, targeting: targetingEngine, patterns: patterns.value }
  return environment
}
