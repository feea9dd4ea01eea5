import type { Candidate } from './candidate.ts'
import type { PathCut } from './path-cut.ts'
import { hashOf, isSegment } from './path-cut.ts'

/** A place in the trie: what the paths of some routes have in common up to here. */
export interface Node<P> {
  /** The text of the segment; empty if the segment is not text. */
  readonly text: string
  readonly hash: number
  /** The children whose segment is text: a hash table with open addressing. At least one slot is free. */
  slots: (Node<P> | undefined)[]
  /** How many children the table has. */
  texts: number
  /** The child of `:name`. */
  parameter: Node<P> | undefined
  /** The children of rarer segments. */
  choices: Choices<P> | undefined
  /** The routes that take all further segments. */
  rest: Candidate<P> | undefined
  /** The routes whose path ends here. */
  first: Candidate<P> | undefined
}

/** The children of the segments that few paths have. */
export interface Choices<P> {
  readonly mixed: Branch<P>[]
  readonly regex: Branch<P>[]
  any: Node<P> | undefined
}

/** A child whose segment is a pattern. */
export interface Branch<P> {
  /** The pattern without the names of parameters. */
  readonly key: string
  readonly matches: (segment: string) => boolean
  readonly node: Node<P>
}

/** A node without children or routes. */
export const emptyNode = <P>(text = ''): Node<P> => ({
  text,
  hash: hashOf(text),
  slots: NO_SLOTS as (Node<P> | undefined)[],
  texts: 0,
  parameter: undefined,
  choices: undefined,
  rest: undefined,
  first: undefined,
})

/** Shared by all nodes without such children; never changed. */
const NO_SLOTS: readonly undefined[] = []

/** Whether a node has neither children nor routes. */
export const isEmptyNode = ({ first, rest, texts, parameter, choices }: Node<unknown>): boolean =>
  first === undefined && rest === undefined && texts === 0 && parameter === undefined && choices === undefined

/** The child for a segment of a path. */
export function textChild<P>({ slots }: Node<P>, cut: PathCut, i: number): Node<P> | undefined {
  const mask = slots.length - 1
  if (mask < 0) return undefined
  const hash = cut.hashes[i] as number
  for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
    const child = slots[slot]
    if (child === undefined || (child.hash === hash && isSegment(cut, i, child.text))) return child
  }
}

/** The child with a text. */
export function findText<P>({ slots }: Node<P>, text: string): Node<P> | undefined {
  const mask = slots.length - 1
  if (mask < 0) return undefined
  for (let slot = spread(hashOf(text)) & mask; ; slot = (slot + 1) & mask) {
    const child = slots[slot]
    if (child === undefined || child.text === text) return child
  }
}

/** Adds a child whose text is new. */
export function addText<P>(node: Node<P>, child: Node<P>): void {
  node.texts++
  if (node.texts * 4 > node.slots.length * 3) resize(node)
  put(node.slots, child)
}

/** Removes a child, and moves those behind it up, so that no lookup stops at the free slot. */
export function removeText<P>(node: Node<P>, child: Node<P>): void {
  const { slots } = node
  const mask = slots.length - 1
  let free = slots.indexOf(child)
  slots[free] = undefined
  node.texts--
  for (let slot = (free + 1) & mask; ; slot = (slot + 1) & mask) {
    const next = slots[slot]
    if (next === undefined) break
    const home = spread(next.hash) & mask
    if (((slot - home) & mask) < ((slot - free) & mask)) continue
    slots[free] = next
    slots[slot] = undefined
    free = slot
  }
  if (node.texts === 0) node.slots = NO_SLOTS as Node<P>['slots']
  else if (node.texts * 8 < slots.length) resize(node)
}

/** Gives the table twice the slots that its children need. */
function resize<P>(node: Node<P>): void {
  const before = node.slots
  let length = 2
  while (length * 3 < node.texts * 4 + 1) length *= 2
  const slots: Node<P>['slots'] = new Array(length).fill(undefined)
  for (const child of before) if (child !== undefined) put(slots, child)
  node.slots = slots
}

function put<P>(slots: Node<P>['slots'], child: Node<P>): void {
  const mask = slots.length - 1
  let slot = spread(child.hash) & mask
  while (slots[slot] !== undefined) slot = (slot + 1) & mask
  slots[slot] = child
}

/** Lets the upper half of a hash have a say in the slot. */
const spread = (hash: number): number => hash ^ (hash >>> 15)
