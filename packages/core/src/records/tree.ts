import type { JsonObject } from '../json.ts'
import { isObject, own, setOwn } from '../json.ts'
import { segments } from './key.ts'

/** Nested objects that follow the segments of keys. */
export type Tree = JsonObject

/**
 * Nests leaves by the segments of their keys; they must come in key order. A node that is a leaf and has children holds
 * both; where a child has the name of one of the leaf's own members, the member wins.
 */
export function toTree(leaves: Iterable<readonly [key: string, leaf: JsonObject]>): Tree {
  const root: Tree = {}
  const branches = new Set<unknown>([root])
  const enter = (node: Tree, segment: string): Tree | undefined => {
    if (Object.hasOwn(node, segment)) return branches.has(own(node, segment)) ? (own(node, segment) as Tree) : undefined
    const branch: Tree = {}
    branches.add(branch)
    setOwn(node, segment, branch)
    return branch
  }
  for (const [key, leaf] of leaves) {
    let node: Tree | undefined = root
    for (const segment of segments(key)) node = node && enter(node, segment)
    if (node) for (const name of Object.keys(leaf)) setOwn(node, name, leaf[name])
  }
  return root
}

/**
 * Puts values at the places of their keys, which must come in key order, and merges a value with what stands below it:
 * objects member by member; else the value with the longer key wins at its place.
 */
export function toValueTree(values: Iterable<readonly [key: string, value: unknown]>): Tree {
  const root: Tree = {}
  for (const [key, value] of values) {
    const path = segments(key)
    const last = path.pop() as string
    let node = root
    for (const segment of path) {
      if (!isObject(own(node, segment))) setOwn(node, segment, {})
      node = own(node, segment) as Tree
    }
    setOwn(node, last, merge(own(node, last), value))
  }
  return root
}

function merge(below: unknown, value: unknown): unknown {
  if (!isObject(below) || !isObject(value)) return value
  for (const name of Object.keys(value)) setOwn(below, name, merge(own(below, name), value[name]))
  return below
}
