import type { TraceNode } from '@signalbox/core/evaluate'
import { Aspect } from '../../parts/signs/Aspect.tsx'

/** Whether a part of a condition is true for the context at hand. Nothing while that is not known. */
export function Outcome({ node }: { readonly node: Pick<TraceNode, 'outcome'> | undefined }) {
  if (!node) return null
  if ('unresolved' in node) return <Aspect is="caution">doesn’t exist</Aspect>
  if (node.outcome === true) return <Aspect is="clear">matches</Aspect>
  return <span class="outcome muted">{node.outcome === false ? 'no match' : 'not reached'}</span>
}
