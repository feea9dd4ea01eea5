import { isObject, type JsonObject, own, setOwn } from '../../json/json.ts'
import { segments } from '../../keys/key.ts'

/** Nested objects along the segments of keys. */
export type Tree = JsonObject

/** A key and the value at its place. */
export type Leaf<T = unknown> = readonly [key: string, leaf: T]

/** Builds a tree from leaves, which must come in key order. */
interface Builder<T> {
  readonly root: Tree
  add(leaf: Leaf<T>): void
}

/**
 * Nests leaves by the segments of their keys, which must come in key order. A node with children that is also a leaf
 * holds both; if a child has the name of one of the leaf's own members, the member wins.
 */
export const toTree = (leaves: Iterable<Leaf<JsonObject>>): Tree => build(treeBuilder(), leaves)

/**
 * Puts values at the places of their keys, which must come in key order, and merges each with the values below it:
 * objects member by member; otherwise the value with the longer key wins.
 */
export const toValueTree = (values: Iterable<Leaf>): Tree => build(valueTreeBuilder(), values)

/** Builds a tree from leaves that come in slices. */
export async function collectTree<T>(slices: AsyncIterable<Iterable<Leaf<T>>>, builder: Builder<T>): Promise<Tree> {
  for await (const slice of slices) build(builder, slice)
  return builder.root
}

function build<T>({ root, add }: Builder<T>, leaves: Iterable<Leaf<T>>): Tree {
  for (const leaf of leaves) add(leaf)
  return root
}

/** The builder of `toTree`. */
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

/** The builder of `toValueTree`. */
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

/** Merges a value over the value at its place, objects member by member. Changes `below`. */
export function merge(below: unknown, value: unknown): unknown {
  if (!isObject(below) || !isObject(value)) return value
  for (const name of Object.keys(value)) setOwn(below, name, merge(own(below, name), value[name]))
  return below
}
