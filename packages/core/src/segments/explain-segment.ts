import { clientOf } from '../conditions/context.ts'
import { type ExplainedCondition, explainCondition } from '../conditions/trace.ts'
import type { TraceNode } from '../conditions/trace-node.ts'
import { compileSegment } from './compile-segment.ts'
import type { Segment } from './segment.ts'

/** Whether a context is in a segment, and why. */
export interface SegmentTrace {
  readonly in: boolean
  readonly trace: {
    readonly kind: 'segment'
    readonly outcome: boolean
    readonly segment: string
    /** The list that decided. */
    readonly listed?: 'included' | 'excluded'
    /** How the condition was decided, if no list decided. */
    readonly when?: TraceNode
    /** The condition refers to something that does not exist. */
    readonly unresolved?: true
  }
}

/** Explains whether a context is in a segment. */
export function explainSegment(segment: Segment, explained: Omit<ExplainedCondition, 'condition'>): SegmentTrace {
  const { id, when, included = [], excluded = [] } = segment
  const { context, environment } = explained
  const { isTrue, isUnresolved } = compileSegment(segment, environment)
  const outcome = isTrue(context)
  const client = clientOf(context)
  const isIn = (list: readonly string[]) => client !== undefined && list.includes(client)
  const listed = isIn(excluded) ? 'excluded' : isIn(included) ? 'included' : undefined
  return {
    in: outcome,
    trace: {
      kind: 'segment',
      outcome,
      segment: id,
      ...(listed && { listed }),
      ...(!listed && when && { when: explainCondition({ ...explained, condition: when }).node }),
      ...(isUnresolved?.(context) && { unresolved: true }),
    },
  }
}
