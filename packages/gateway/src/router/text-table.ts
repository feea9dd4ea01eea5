import type { Node } from './node.ts'
import type { PathCut } from './path-cut.ts'
import { hashOf, isSegment } from './path-cut.ts'

/**
 * Nodes by their texts: a hash table with open addressing in one array, a hash and a node in turn. Hashes that differ
 * are told apart without a look at the nodes, which are far away in memory. At most three of four slots are taken.
 */
export type TextTable<P> = (number | Node<P> | undefined)[]

/** The smallest table. */
const LEAST = 4

/** The node for a segment of a request's path. */
export function findSegment<P>(table: TextTable<P>, cut: PathCut, i: number): Node<P> | undefined {
  const hash = spread(cut.hashes[i] as number)
  const mask = table.length - 1
  for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
    const found = table[at]
    if (found === undefined) return undefined
    if (found === hash && isSegment(cut, i, (table[at + 1] as Node<P>).text)) return table[at + 1] as Node<P>
  }
}

/** The node with a text. */
export function findText<P>(table: TextTable<P>, text: string): Node<P> | undefined {
  const hash = spread(hashOf(text))
  const mask = table.length - 1
  for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
    const found = table[at]
    if (found === undefined) return undefined
    if (found === hash && (table[at + 1] as Node<P>).text === text) return table[at + 1] as Node<P>
  }
}

/** A table of some nodes. */
export function tableOf<P>(nodes: readonly Node<P>[]): TextTable<P> {
  let slots = LEAST
  while (slots * 3 < nodes.length * 4) slots *= 2
  const table: TextTable<P> = new Array(slots * 2).fill(undefined)
  for (const node of nodes) put(table, spread(hashOf(node.text)), node)
  return table
}

/** The nodes of a table. */
export const nodesOf = <P>(table: TextTable<P>): Node<P>[] =>
  table.filter((one): one is Node<P> => typeof one === 'object')

/** Adds a node with a new text, so that the table has `count`. Returns the table, or a larger one. */
export function withNode<P>(table: TextTable<P>, node: Node<P>, count: number): TextTable<P> {
  if (count * 8 > table.length * 3) return tableOf([...nodesOf(table), node])
  put(table, spread(hashOf(node.text)), node)
  return table
}

/** Removes a node, so that the table has `count`. Returns the table, or a smaller one. */
export function withoutNode<P>(table: TextTable<P>, node: Node<P>, count: number): TextTable<P> {
  const mask = table.length - 1
  let free = table.indexOf(node) - 1
  table[free] = undefined
  table[free + 1] = undefined
  // Nodes behind the free slot move up, so that no look-up stops there.
  for (let at = (free + 2) & mask; table[at] !== undefined; at = (at + 2) & mask) {
    const home = ((table[at] as number) << 1) & mask
    if (((at - home) & mask) < ((at - free) & mask)) continue
    table[free] = table[at]
    table[free + 1] = table[at + 1]
    table[at] = undefined
    table[at + 1] = undefined
    free = at
  }
  return count * 16 < table.length && table.length > LEAST * 2 ? tableOf(nodesOf(table)) : table
}

function put<P>(table: TextTable<P>, hash: number, node: Node<P>): void {
  const mask = table.length - 1
  let at = (hash << 1) & mask
  while (table[at] !== undefined) at = (at + 2) & mask
  table[at] = hash
  table[at + 1] = node
}

/** Lets the upper half of a hash have a say in the slot, and leaves a small integer. */
const spread = (hash: number): number => (hash ^ (hash >>> 15)) & 0x3fffffff
