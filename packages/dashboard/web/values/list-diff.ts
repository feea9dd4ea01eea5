import { memberOf } from './is-same.ts'
import { isObject } from './parts-of.ts'

/** One difference between two lists. Positions are counted from 0. */
export type ListChange =
  | { readonly kind: 'added'; readonly to: number; readonly now: unknown }
  | { readonly kind: 'removed'; readonly from: number; readonly was: unknown }
  | { readonly kind: 'moved'; readonly from: number; readonly to: number; readonly now: unknown }
  | {
      readonly kind: 'changed'
      readonly from: number
      readonly to: number
      readonly was: unknown
      readonly now: unknown
      readonly isMoved: boolean
    }

/** The most items of lists that are compared item by item. */
const MOST = 1000

/**
 * What differs between two lists, in the order of the new one, removed items last. Items stand for the same thing if they
 * are equal, or have the same name, id or key. An item is moved only if its order among the others changed. `undefined` if
 * the lists share no item, or are too long: they are then compared as a whole.
 */
export function listDiff(was: readonly unknown[], now: readonly unknown[]): readonly ListChange[] | undefined {
  if (was.length > MOST || now.length > MOST) return undefined
  const froms = matches(was, now)
  if (froms.every((from) => from === undefined)) return undefined
  const inOrder = longestRising(froms)
  const kept = new Set(froms)
  const changes: ListChange[] = []
  for (const [to, from] of froms.entries()) {
    const item = now[to]
    if (from === undefined) {
      changes.push({ kind: 'added', to, now: item })
      continue
    }
    const isMoved = !inOrder.has(from)
    if (textOf(was[from]) !== textOf(item))
      changes.push({ kind: 'changed', from, to, was: was[from], now: item, isMoved })
    else if (isMoved) changes.push({ kind: 'moved', from, to, now: item })
  }
  for (const [from, item] of was.entries()) if (!kept.has(from)) changes.push({ kind: 'removed', from, was: item })
  return changes
}

const textOf = (value: unknown): string => JSON.stringify(value)

/** The name, id or key of an item; `undefined` for one that has none. */
export function nameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  return ['id', 'name', 'key'].map((member) => memberOf(item, member)).find((value) => typeof value === 'string')
}

/** For each new item, the position of the old item that it stands for. */
function matches(was: readonly unknown[], now: readonly unknown[]): (number | undefined)[] {
  const taken = new Set<number>()
  const found: (number | undefined)[] = now.map(() => undefined)
  for (const keyOf of [textOf, nameOf]) {
    const places = new Map<string, number[]>()
    for (const [from, item] of was.entries()) {
      const key = taken.has(from) ? undefined : keyOf(item)
      if (key !== undefined) places.set(key, [...(places.get(key) ?? []), from])
    }
    for (const [to, item] of now.entries()) {
      const key = found[to] === undefined ? keyOf(item) : undefined
      const from = key === undefined ? undefined : places.get(key)?.shift()
      if (from === undefined) continue
      found[to] = from
      taken.add(from)
    }
  }
  return found
}

/** The most positions that rise from left to right: what is not among them has moved. */
function longestRising(positions: readonly (number | undefined)[]): ReadonlySet<number> {
  const chains: { readonly last: number; readonly chain: readonly number[] }[] = []
  for (const position of positions) {
    if (position === undefined) continue
    const at = chains.findIndex(({ last }) => last >= position)
    const before = at === -1 ? chains.at(-1) : chains[at - 1]
    const next = { last: position, chain: [...(before?.chain ?? []), position] }
    if (at === -1) chains.push(next)
    else chains[at] = next
  }
  return new Set(chains.at(-1)?.chain)
}
