import { collectionNodes } from './collections.ts'
import { concurrencyNodes } from './concurrency.ts'
import { dataNodes } from './data.ts'
import { errorNodes } from './errors.ts'
import { flowNodes } from './flow.ts'
import type { NodeKind } from './node.ts'

/** All kinds of nodes, in the order of the reference. */
export const nodes: readonly NodeKind[] = [
  ...flowNodes,
  ...dataNodes,
  ...collectionNodes,
  ...concurrencyNodes,
  ...errorNodes,
]

const byName = new Map(nodes.map((kind) => [kind.name, kind]))

/** Returns a kind of node by its name; `undefined` if it does not exist. */
export const findNode = (name: string): NodeKind | undefined => byName.get(name)
