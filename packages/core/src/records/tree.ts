import type { JsonObject } from '../json.ts'
import { isObject, own, setOwn } from '../json.ts'
import { segments } from '../keys/key.ts'

/** Nested objects that follow the segments of keys. */
export type Tree = JsonObject

/** What stands at the place of a key. */
export type Leaf<T = unknown> = readonly [key: string, leaf: T]

/** Takes leaves, which must come in key order, and has the tree of them. */
interface Builder<T> {
  readonly root: Tree
  add(leaf: Leaf<T>): void
}

/**
 * Nests leaves by the segments of their keys; they must come in key order. A node that is a leaf and has children holds
 * both; where a child has the name of one of the leaf's own members, the member wins.
 */
export const toTree = (leaves: Iterable<Leaf<JsonObject>>): Tree => build(treeBuilder(), leaves)

/**
 * Puts values at the places of their keys, which must come in key order, and merges a value with what stands below it:
 * objects member by member; else the value with the longer key wins at its place.
 */
export const toValueTree = (values: Iterable<Leaf>): Tree => build(valueTreeBuilder(), values)

/** The tree of leaves that come in slices. */
export async function collectTree<T>(slices: AsyncIterable<Iterable<Leaf<T>>>, builder: Builder<T>): Promise<Tree> {
  for await (const slice of slices) build(builder, slice)
  return builder.root
}

function build<T>({ root, add }: Builder<T>, leaves: Iterable<Leaf<T>>): Tree {
  for (const leaf of leaves) add(leaf)
  return root
}

/** Builds what `toTree` gives. */
export function treeBuilder(): Builder<JsonObject> {
  const root: Tree = {}
  const branches = new Set<unknown>([root])
  const enter = (node: Tree, segment: string): Tree | undefined => {
    if (Object.hasOwn(node, segment)) return branches.has(own(node, segment)) ? (own(node, segment) as Tree) : undefined
    const branch: Tree = {}
    branches.add(branch)
    setOwn(node, segment, branch)
    return branch
  }
  return {
    root,
    add([key, leaf]) {
      let node: Tree | undefined = root
      for (const segment of segments(key)) node = node && enter(node, segment)
      if (node) for (const name of Object.keys(leaf)) setOwn(node, name, leaf[name])
    },
  }
}

/** Builds what `toValueTree` gives. */
export function valueTreeBuilder(): Builder<unknown> {
  const root: Tree = {}
  return {
    root,
    add([key, value]) {
      const path = segments(key)
      const last = path.pop() as string
      let node = root
      for (const segment of path) {
        if (!isObject(own(node, segment))) setOwn(node, segment, {})
        node = own(node, segment) as Tree
      }
      setOwn(node, last, merge(own(node, last), value))
    },
  }
}

/** A value over what stands at its place: objects are merged member by member. Changes what is below. */
export function merge(below: unknown, value: unknown): unknown {
  if (!isObject(below) || !isObject(value)) return value
  for (const name of Object.keys(value)) setOwn(below, name, merge(own(below, name), value[name]))
  return below
}
