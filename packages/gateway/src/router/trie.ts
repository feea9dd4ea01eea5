import { byPrecedence, type Candidate } from './candidate.ts'
import { childFor, childOf, removeChild } from './children.ts'
import { isEmptyNode, type Node } from './node.ts'
import type { Shared } from './shared.ts'

/** Adds a candidate at the place of its path below a node. */
export function addCandidate<P>(root: Node<P>, candidate: Candidate<P>, shared: Shared): void {
  let node = root
  for (const segment of candidate.match.segments) {
    if (segment.kind === 'rest') {
      node.rest = withCandidate(node.rest, candidate)
      return
    }
    node = childFor(node, segment, shared)
  }
  node.first = withCandidate(node.first, candidate)
}

/** Removes a candidate, and the nodes that only its path has. */
export function removeCandidate<P>(node: Node<P>, candidate: Candidate<P>, depth = 0): void {
  const segment = candidate.match.segments[depth]
  if (segment === undefined) node.first = withoutCandidate(node.first, candidate)
  else if (segment.kind === 'rest') node.rest = withoutCandidate(node.rest, candidate)
  else {
    const child = childOf(node, segment)
    if (!child) return
    removeCandidate(child, candidate, depth + 1)
    if (isEmptyNode(child)) removeChild(node, segment, child)
  }
}

/** Adds a candidate to a list in the order of precedence; returns the first of the list. */
function withCandidate<P>(first: Candidate<P> | undefined, added: Candidate<P>): Candidate<P> {
  if (first === undefined || byPrecedence(added, first) < 0) {
    added.next = first
    return added
  }
  let before = first
  while (before.next !== undefined && byPrecedence(added, before.next) >= 0) before = before.next
  added.next = before.next
  before.next = added
  return first
}

/** Removes a candidate from a list; returns the first of the list. */
function withoutCandidate<P>(first: Candidate<P> | undefined, gone: Candidate<P>): Candidate<P> | undefined {
  if (first === gone) return gone.next
  for (let before = first; before !== undefined; before = before.next)
    if (before.next === gone) {
      before.next = gone.next
      break
    }
  return first
}
