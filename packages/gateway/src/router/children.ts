import type { PathSegment } from '@signalbox/core/gateway'
import { readMixed } from './mixed.ts'
import { type Branch, emptyNode, type Node } from './node.ts'
import type { Shared } from './shared.ts'
import { addText, childWithText, removeText } from './text-children.ts'

/** A segment that is not the last of a path. */
type Step = Exclude<PathSegment, { kind: 'rest' }>

/** The child of a node for a segment of a route's path. */
export function childOf<P>(node: Node<P>, segment: Step): Node<P> | undefined {
  switch (segment.kind) {
    case 'text':
      return childWithText(node, segment.text)
    case 'parameter':
      return node.parameter
    case 'any':
      return node.choices?.any
    default:
      return node.choices?.[segment.kind].find(({ key }) => key === keyOf(segment))?.node
  }
}

/** The same; adds the child if it is missing. */
export function childFor<P>(node: Node<P>, segment: Step, shared: Shared): Node<P> {
  const known = childOf(node, segment)
  if (known) return known
  const child = emptyNode<P>(segment.kind === 'text' ? shared.text(segment.text) : '')
  if (segment.kind === 'text') addText(node, child)
  else if (segment.kind === 'parameter') node.parameter = child
  else {
    node.choices ??= { mixed: [], regex: [], any: undefined }
    if (segment.kind === 'any') node.choices.any = child
    else node.choices[segment.kind].push({ key: keyOf(segment), matches: matcherOf(segment, shared), node: child })
  }
  return child
}

/** Removes the child of a node for a segment. */
export function removeChild<P>(node: Node<P>, segment: Step, child: Node<P>): void {
  if (segment.kind === 'text') removeText(node, child)
  else if (segment.kind === 'parameter') node.parameter = undefined
  else if (node.choices) {
    const { choices } = node
    if (segment.kind === 'any') choices.any = undefined
    else removeBranch(choices[segment.kind], child)
    if (!choices.any && choices.mixed.length === 0 && choices.regex.length === 0) node.choices = undefined
  }
}

function removeBranch<P>(branches: Branch<P>[], child: Node<P>): void {
  const at = branches.findIndex(({ node }) => node === child)
  if (at >= 0) branches.splice(at, 1)
}

/** The pattern of a segment, without the names of its parameters. */
const keyOf = (segment: Extract<Step, { kind: 'mixed' | 'regex' }>): string =>
  segment.kind === 'regex' ? segment.regex : segment.parts.map((part) => ('text' in part ? part.text : '{}')).join('')

function matcherOf(segment: Extract<Step, { kind: 'mixed' | 'regex' }>, shared: Shared) {
  if (segment.kind === 'regex') return shared.pattern(segment.regex)
  const { parts } = segment
  return (text: string) => readMixed(parts, text) !== undefined
}
