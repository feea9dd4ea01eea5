import { becauseOf } from './because.ts'
import { byPrecedence, byPrecedenceForHead, type Candidate } from './candidate.ts'
import type { Look } from './look.ts'
import type { Branch, Node } from './node.ts'
import { isEmptySegment, segmentAt } from './path-cut.ts'
import { childWithText, textChild } from './text-children.ts'

/**
 * The first candidate at or below a node: the kinds of segments in their order, then the routes that end here. If no
 * candidate of a branch takes the request, the next branch is tried.
 */
export function searchNode<P>(node: Node<P>, depth: number, look: Look<P>): Candidate<P> | undefined {
  const { cut } = look
  if (depth < cut.count && !isEmptySegment(cut, depth)) {
    const { choices, parameter, rest } = node
    const child = textChild(node, cut, depth)
    const found =
      (child && searchNode(child, depth + 1, look)) ??
      (choices && (searchBranches(choices.mixed, depth, look) ?? searchBranches(choices.regex, depth, look))) ??
      (parameter && searchNode(parameter, depth + 1, look)) ??
      (choices?.any && searchNode(choices.any, depth + 1, look)) ??
      (rest && pick(rest, depth, look))
    if (found !== undefined) return found
  }
  return node.first && pick(node.first, depth, look)
}

/** Patterns of one kind have the same rank, so all matching patterns are searched at once. */
function searchBranches<P>(branches: readonly Branch<P>[], depth: number, look: Look<P>): Candidate<P> | undefined {
  if (branches.length === 0) return undefined
  return searchNodes(fitting(branches, segmentAt(look.cut, depth)), depth + 1, look)
}

const fitting = <P>(branches: readonly Branch<P>[], segment: string): readonly Node<P>[] =>
  branches.flatMap(({ matches, node }) => (matches(segment) ? [node] : []))

/** The same for several nodes of the same rank: each kind of segment is searched below all of them. */
function searchNodes<P>(nodes: readonly Node<P>[], depth: number, look: Look<P>): Candidate<P> | undefined {
  const [only] = nodes
  if (only === undefined) return undefined
  if (nodes.length === 1) return searchNode(only, depth, look)
  const { cut } = look
  if (depth < cut.count && !isEmptySegment(cut, depth)) {
    const segment = segmentAt(cut, depth)
    for (const step of steps) {
      const next = nodes.flatMap((node) => step(node, segment) ?? [])
      const found = searchNodes(next, depth + 1, look)
      if (found !== undefined) return found
    }
    const rests = nodes.map(({ rest }) => rest)
    const found = pickOf(rests, depth, look)
    if (found !== undefined) return found
  }
  const ends = nodes.map(({ first }) => first)
  return pickOf(ends, depth, look)
}

/** The children of a node that a segment leads to, by the kinds of segments in their order. */
const steps: readonly (<P>(node: Node<P>, segment: string) => Node<P> | readonly Node<P>[] | undefined)[] = [
  (node, segment) => childWithText(node, segment),
  ({ choices }, segment) => choices && fitting(choices.mixed, segment),
  ({ choices }, segment) => choices && fitting(choices.regex, segment),
  ({ parameter }) => parameter,
  ({ choices }) => choices?.any,
]

/** The first candidate of a list that takes the request. */
function pick<P>(first: Candidate<P>, depth: number, look: Look<P>): Candidate<P> | undefined {
  if (look.request.method === 'HEAD' && first.next !== undefined) return pickOf([first], depth, look)
  for (let one: Candidate<P> | undefined = first; one !== undefined; one = one.next)
    if (isPicked(one, depth, look)) return one
  return undefined
}

/** The first candidate of several lists that takes the request. */
function pickOf<P>(
  lists: readonly (Candidate<P> | undefined)[],
  depth: number,
  look: Look<P>,
): Candidate<P> | undefined {
  const all: Candidate<P>[] = []
  for (const first of lists) for (let one = first; one !== undefined; one = one.next) all.push(one)
  all.sort(look.request.method === 'HEAD' ? byPrecedenceForHead : byPrecedence)
  return all.find((one) => isPicked(one, depth, look))
}

function isPicked<P>(candidate: Candidate<P>, depth: number, look: Look<P>): boolean {
  const because = becauseOf(look, candidate, depth)
  if (look.tell === undefined) return because === undefined
  look.tell(candidate, because)
  return false
}
