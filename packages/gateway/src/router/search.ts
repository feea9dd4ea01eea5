import { becauseOf } from './because.ts'
import type { Candidate } from './candidate.ts'
import { byPrecedence, byPrecedenceForHead } from './candidate.ts'
import type { HostPaths, Hosts } from './hosts.ts'
import type { Look } from './look.ts'
import type { Node } from './node.ts'
import type { PathCut } from './path-cut.ts'
import { isEmptySegment, segmentAt } from './path-cut.ts'
import { textChild } from './text-children.ts'

/** The first candidate that takes the request: of the host, of the longest wildcard, and so on, then of any host. */
export function search<P>({ exact, suffixes, anyHost }: Hosts<P>, look: Look<P>): Candidate<P> | undefined {
  const { host } = look.request
  const own = exact.get(host)
  const found = own && searchHost(own, look)
  if (found !== undefined) return found
  if (suffixes.size > 0)
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const wide = suffixes.get(host.slice(dot + 1))
      const match = wide && searchHost(wide, look)
      if (match !== undefined) return match
    }
  return searchHost(anyHost, look)
}

/** The routes of the request's port come first. */
function searchHost<P>({ ports, anyPort }: HostPaths<P>, look: Look<P>): Candidate<P> | undefined {
  if (ports !== undefined) {
    const { port } = look.request
    const own = port === undefined ? undefined : ports.get(port)
    const found = own && searchNode(own, 0, look)
    if (found !== undefined) return found
    if (look.tell !== undefined) tellOtherPorts(ports, look)
  }
  return anyPort && searchNode(anyPort, 0, look)
}

function tellOtherPorts<P>(ports: ReadonlyMap<number, Node<P>>, look: Look<P>): void {
  for (const [port, root] of ports)
    if (port !== look.request.port) {
      look.port = port
      searchNode(root, 0, look)
    }
  look.port = undefined
}

/**
 * The first candidate at or below a node: the kinds of segments in their order, then the routes that end here. If no
 * candidate of a branch takes the request, the next branch is tried.
 */
function searchNode<P>(node: Node<P>, depth: number, look: Look<P>): Candidate<P> | undefined {
  if (node.choices !== undefined) return searchNodes([node], depth, look)
  const { cut } = look
  if (depth < cut.count && !isEmptySegment(cut, depth)) {
    const child = textChild(node, cut, depth)
    const found = child && searchNode(child, depth + 1, look)
    if (found !== undefined) return found
    const { parameter, rest } = node
    const match = parameter && searchNode(parameter, depth + 1, look)
    if (match !== undefined) return match
    const remaining = rest && pick(rest, depth, look)
    if (remaining !== undefined) return remaining
  }
  return node.first && pick(node.first, depth, look)
}

/** The children of a node that a segment of the path leads to, by the kinds of segments in their order. */
const steps: readonly (<P>(node: Node<P>, cut: PathCut, i: number) => readonly (Node<P> | undefined)[])[] = [
  (node, cut, i) => [textChild(node, cut, i)],
  ({ choices }, cut, i) => (choices ? fitting(choices.mixed, segmentAt(cut, i)) : []),
  ({ choices }, cut, i) => (choices ? fitting(choices.regex, segmentAt(cut, i)) : []),
  ({ parameter }) => [parameter],
  ({ choices }) => [choices?.any],
]

const fitting = <P>(branches: NonNullable<Node<P>['choices']>['mixed'], segment: string): readonly Node<P>[] =>
  branches.flatMap(({ matches, node }) => (matches(segment) ? [node] : []))

/** The same for nodes of the same rank, such as those of two patterns that both match: all are searched at once. */
function searchNodes<P>(nodes: readonly Node<P>[], depth: number, look: Look<P>): Candidate<P> | undefined {
  const { cut } = look
  if (depth < cut.count && !isEmptySegment(cut, depth)) {
    for (const step of steps) {
      const next = nodes.flatMap((node) => step(node, cut, depth)).filter((node) => node !== undefined)
      const [only] = next
      if (only === undefined) continue
      const found = next.length === 1 ? searchNode(only, depth + 1, look) : searchNodes(next, depth + 1, look)
      if (found !== undefined) return found
    }
    const remaining = pickOf(
      nodes.map(({ rest }) => rest),
      depth,
      look,
    )
    if (remaining !== undefined) return remaining
  }
  return pickOf(
    nodes.map(({ first }) => first),
    depth,
    look,
  )
}

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
