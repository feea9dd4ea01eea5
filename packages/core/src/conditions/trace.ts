/** Explains conditions. Pure, and apart from `compile.ts`, because checks do not need it. */

import { localTimestamp, timeZone } from '../machine/time/time.ts'
import { compileCondition } from './compile.ts'
import { compileWindow } from './compile-window.ts'
import type { Condition } from './condition.ts'
import type { Context } from './context.ts'
import type { CompiledCondition, ConditionEnvironment } from './environment.ts'
import { byForm } from './forms.ts'
import { attributeNode } from './trace-attribute.ts'
import type { TraceNode } from './trace-node.ts'

/** The result of a condition, and what led to it. */
export interface ConditionTrace {
  /** Whether the condition is true: what `compileCondition` says. */
  readonly outcome: boolean
  readonly node: TraceNode
}

/** A condition to explain. */
export interface ExplainedCondition {
  readonly condition: Condition
  readonly environment: ConditionEnvironment
  readonly context: Context | undefined
  /** Whether the caller may read a segment or a feature. Others are shown as hidden. @default every one */
  readonly mayRead?: (kind: 'segment' | 'feature', id: string) => boolean
}

/**
 * Explains a condition in a context. Parts that the result does not depend on have the outcome `null`. In an unresolved
 * condition these are all parts but the root, and the unresolved references are marked.
 *
 * @example
 * const condition = { attribute: 'country', operator: 'is', value: 'FR' } as const
 * explainCondition({ condition, environment, context: { country: 'DE' } })
 * // { outcome: false,
 * //   node: { kind: 'attribute', outcome: false, attribute: 'country', operator: 'is', value: 'FR', actual: 'DE' } }
 */
export function explainCondition(explained: ExplainedCondition): ConditionTrace {
  const { condition, environment, context } = explained
  const isUnresolved = compileCondition(condition, environment).isUnresolved?.(context) === true
  const node = trace(condition, explained, !isUnresolved)
  return isUnresolved ? { outcome: false, node: { ...node, outcome: false } } : { outcome: node.outcome === true, node }
}

/** Traces a part of a condition. `isReached` tells whether the result depends on it. */
function trace(condition: Condition, explained: ExplainedCondition, isReached: boolean): TraceNode {
  const { environment, context } = explained
  /** Traces parts in order; those after the first with the deciding outcome are not reached. */
  const traceList = (parts: readonly Condition[], deciding: boolean) => {
    let isDecided = false
    const nodes = parts.map((part) => {
      const node = trace(part, explained, isReached && !isDecided)
      isDecided ||= node.outcome === deciding
      return node
    })
    return { outcome: isReached ? isDecided === deciding : null, nodes }
  }
  return byForm<TraceNode>(condition, {
    attribute: (leaf) => attributeNode(leaf, explained, isReached),
    segment: ({ segment }) =>
      referenceNode({ kind: 'segment', segment }, environment.segment(segment), { ...explained, isReached }),
    feature: ({ feature, active = true }) =>
      referenceNode({ kind: 'feature', feature, active }, environment.feature(feature), { ...explained, isReached }),
    time({ time }) {
      const zone = time.timezone === undefined ? environment.zone : timeZone(time.timezone)
      const now = environment.clock()
      const outcome = isReached ? compileWindow(time, { clock: () => now, zone })(context) : null
      return { kind: 'time', outcome, time, now: localTimestamp(now, zone), timezone: zone.name }
    },
    all: ({ all }) => ({ kind: 'all', ...traceList(all, false) }),
    any: ({ any }) => ({ kind: 'any', ...traceList(any, true) }),
    not(inner) {
      const node = trace(inner.not, explained, isReached)
      return { kind: 'not', outcome: node.outcome === null ? null : !node.outcome, node }
    },
  })
}

type Reference =
  | { readonly kind: 'segment'; readonly segment: string }
  | { readonly kind: 'feature'; readonly feature: string; readonly active: boolean }

/** Traces a reference to a segment or a feature. */
function referenceNode(
  reference: Reference,
  found: CompiledCondition | undefined,
  { context, mayRead, isReached }: ExplainedCondition & { readonly isReached: boolean },
): TraceNode {
  const isWanted = reference.kind === 'segment' || reference.active
  const outcome = isReached ? found?.isTrue(context) === isWanted : null
  const id = reference.kind === 'segment' ? reference.segment : reference.feature
  if (mayRead && !mayRead(reference.kind, id)) return { hidden: true, outcome }
  const isUnresolved = !found || found.isUnresolved?.(context) === true
  return { ...reference, outcome, ...(isUnresolved && { unresolved: true }) }
}
