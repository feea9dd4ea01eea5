import { isObject, type JsonObject } from '../../json/json.ts'
import { segments } from '../../keys/key.ts'
import { type Leaf, merge } from './tree.ts'

/**
 * Which value wins if a leaf's own member and a child have the same name: the member (`toTree`), or the child (merged
 * with the member if both are objects, `toValueTree`).
 */
export type Precedence = 'member' | 'child'

/** The size of a piece of text, in characters. */
const PIECE = 32 * 1024

/**
 * The JSON text of a tree, from slices of leaves in key order. Keeps only the path to one leaf and the leaves that wait
 * for children (prefixes of one another) in memory, never the tree.
 */
export async function* treeText(
  slices: AsyncIterable<Iterable<Leaf>>,
  precedence: Precedence,
): AsyncGenerator<string, undefined> {
  const order = createTreeOrder()
  const writer = createWriter(precedence)
  let text = ''
  for await (const slice of slices)
    for (const leaf of slice) {
      for (const next of order.follow(leaf)) text += writer.write(next)
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
  for (const next of order.end()) text += writer.write(next)
  yield text + writer.end()
}

/**
 * Reorders leaves from key order to tree order, where children directly follow their parent. By bytes, `a-b` and `a.b`
 * sort between `a` and `a:b`. So a leaf waits while the next keys begin with it and continue with a character before
 * the colon.
 */
function createTreeOrder() {
  const waiting: Leaf[] = []
  const mayHaveChildren = (parent: string, key: string) =>
    key.length > parent.length && key[parent.length]! < ':' && key.startsWith(parent)
  return {
    /** Adds a leaf and returns the leaves that certainly precede it. */
    follow(leaf: Leaf): Leaf[] {
      let first = waiting.length
      while (first > 0 && !mayHaveChildren(waiting[first - 1]![0], leaf[0])) first--
      const ready = waiting.splice(first).reverse()
      waiting.push(leaf)
      return ready
    },
    end: (): Leaf[] => waiting.splice(0).reverse(),
  }
}

/** An object on the path to the last written leaf. */
interface Branch {
  readonly name: string
  /** The value at its place, without the members that children replace. */
  readonly value: unknown
  isOpen: boolean
  isEmpty: boolean
}

function createWriter(precedence: Precedence) {
  const way: Branch[] = [{ name: '', value: {}, isOpen: false, isEmpty: true }]

  const member = (branch: Branch, name: string): string => {
    const comma = branch.isEmpty ? '' : ','
    branch.isEmpty = false
    return `${comma}${JSON.stringify(name)}:`
  }
  const members = (branch: Branch): string => {
    if (!isObject(branch.value)) return ''
    let text = ''
    for (const [name, value] of Object.entries(branch.value))
      if (value !== undefined) text += member(branch, name) + JSON.stringify(value)
    return text
  }
  const open = (branch: Branch): string => {
    if (branch.isOpen) return ''
    branch.isOpen = true
    return precedence === 'member' ? `{${members(branch)}` : '{'
  }
  const close = (branch: Branch): string => {
    if (!branch.isOpen) return JSON.stringify(branch.value)
    return precedence === 'child' ? `${members(branch)}}` : '}'
  }
  const closeBelow = (depth: number): string => {
    let text = ''
    while (way.length - 1 > depth) text += close(way.pop() as Branch)
    return text
  }

  return {
    write([key, leaf]: Leaf): string {
      const path = segments(key)
      let depth = 0
      while (depth < path.length && way[depth + 1]?.name === path[depth]) depth++
      let text = closeBelow(depth)
      for (; depth < path.length; depth++) {
        const name = path[depth] as string
        const parent = way[depth] as Branch
        const claimed = isObject(parent.value) && Object.hasOwn(parent.value, name)
        if (claimed && precedence === 'member') return text
        const below = claimed ? takeOut(parent.value as JsonObject, name) : undefined
        const value = depth === path.length - 1 ? merge(below, leaf) : below
        text += open(parent) + member(parent, name)
        way.push({ name, value, isOpen: false, isEmpty: true })
      }
      return text
    },
    end: (): string => closeBelow(-1),
  }
}

function takeOut(object: JsonObject, name: string): unknown {
  const value = Object.getOwnPropertyDescriptor(object, name)?.value
  delete object[name]
  return value
}
