import { hashOf, isSegment, type PathCut } from './path-cut.ts'

/**
 * Nodes by their texts: a hash table with open addressing in one array, a hash and a node in turn. Nodes with
 * another hash are not read, because they are far away in memory. At most three of four slots are taken.
 */
export type TextTable<N> = (number | N | undefined)[]

/** What has a text. */
interface Named {
  readonly text: string
}

const LEAST_SLOTS = 4

/** The node for a segment of a request's path. */
export function findSegment<N extends Named>(table: TextTable<N>, cut: PathCut, i: number): N | undefined {
  const hash = spread(cut.hashes[i] as number)
  const mask = table.length - 1
  for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
    const found = table[at]
    if (found === undefined) return undefined
    if (found === hash && isSegment(cut, i, (table[at + 1] as N).text)) return table[at + 1] as N
  }
}

/** The node with a text. */
export function findText<N extends Named>(table: TextTable<N>, text: string): N | undefined {
  const hash = spread(hashOf(text))
  const mask = table.length - 1
  for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
    const found = table[at]
    if (found === undefined) return undefined
    if (found === hash && (table[at + 1] as N).text === text) return table[at + 1] as N
  }
}

/** A table of some nodes. */
export function tableOf<N extends Named>(nodes: readonly N[]): TextTable<N> {
  let slots = LEAST_SLOTS
  while (slots * 3 < nodes.length * 4) slots *= 2
  const table: TextTable<N> = new Array(slots * 2).fill(undefined)
  for (const node of nodes) put(table, spread(hashOf(node.text)), node)
  return table
}

/** The nodes of a table. */
export const nodesOf = <N extends Named>(table: TextTable<N>): N[] =>
  table.filter((one): one is N => typeof one === 'object')

/** Adds a node with a new text, so that the table has `count`. Returns the table, or a larger one. */
export function withNode<N extends Named>(table: TextTable<N>, node: N, count: number): TextTable<N> {
  if (count * 8 > table.length * 3) return tableOf([...nodesOf(table), node])
  put(table, spread(hashOf(node.text)), node)
  return table
}

/** Removes a node, so that the table has `count`. Returns the table, or a smaller one. */
export function withoutNode<N extends Named>(table: TextTable<N>, node: N, count: number): TextTable<N> {
  const mask = table.length - 1
  let free = table.indexOf(node) - 1
  table[free] = undefined
  table[free + 1] = undefined
  // Nodes behind the free slot move up, so that no lookup stops there.
  for (let at = (free + 2) & mask; table[at] !== undefined; at = (at + 2) & mask) {
    const home = ((table[at] as number) << 1) & mask
    if (((at - home) & mask) < ((at - free) & mask)) continue
    table[free] = table[at]
    table[free + 1] = table[at + 1]
    table[at] = undefined
    table[at + 1] = undefined
    free = at
  }
  return count * 16 < table.length && table.length > LEAST_SLOTS * 2 ? tableOf(nodesOf(table)) : table
}

function put<N extends Named>(table: TextTable<N>, hash: number, node: N): void {
  const mask = table.length - 1
  let at = (hash << 1) & mask
  while (table[at] !== undefined) at = (at + 2) & mask
  table[at] = hash
  table[at + 1] = node
}

/** Lets the upper half of a hash have a say in the slot, and leaves a small integer. */
const spread = (hash: number): number => (hash ^ (hash >>> 15)) & 0x3fffffff
