import { keyOrder } from './key-order.ts'

/** A set of keys in key order. */
export interface SortedKeys {
  readonly size: number
  /** Adds a key. Returns whether it was not there yet. */
  add(key: string): boolean
  /** Removes a key that is there. */
  delete(key: string): void
  /** The keys from a key on, that one included. The set must not change meanwhile. */
  from(key?: string): Generator<string, void>
}

/** The most keys in a block: few enough to move all that follow a new one, and enough that blocks cost little. */
const MOST = 512

/**
 * Creates an empty set of sorted keys: blocks of sorted arrays, so that a write moves the keys of one block. Keys that
 * come in order are appended and fill their blocks, so a set that is loaded from a store takes little more than one
 * word a key.
 */
export function sortedKeys(): SortedKeys {
  const { note, compare } = keyOrder()
  const blocks: string[][] = []
  let size = 0

  /** The last block whose first key is not after this one; the first block if there is none. */
  const blockOf = (key: string) => Math.max(0, firstIndex(blocks, (block) => compare(block[0]!, key) > 0) - 1)

  const placeIn = (block: readonly string[], key: string) => firstIndex(block, (one) => compare(one, key) >= 0)

  /** Whether a key is behind all others. */
  function isLast(key: string): boolean {
    const last = blocks[blocks.length - 1]
    return last === undefined || compare(last[last.length - 1]!, key) < 0
  }

  function append(key: string): void {
    const last = blocks[blocks.length - 1]
    if (last && last.length < MOST) last.push(key)
    else blocks.push([key])
  }

  function insert(key: string): boolean {
    const at = blockOf(key)
    const block = blocks[at]!
    const place = placeIn(block, key)
    if (block[place] === key) return false
    block.splice(place, 0, key)
    if (block.length > MOST) blocks.splice(at + 1, 0, block.splice(MOST / 2))
    return true
  }

  return {
    get size() {
      return size
    },
    add(key) {
      note(key)
      const isBehind = isLast(key)
      if (isBehind) append(key)
      const isNew = isBehind || insert(key)
      if (isNew) size++
      return isNew
    },
    delete(key) {
      const at = blockOf(key)
      const block = blocks[at]!
      block.splice(placeIn(block, key), 1)
      if (block.length === 0) blocks.splice(at, 1)
      size--
    },
    *from(key = '') {
      const first = blockOf(key)
      for (let at = first; at < blocks.length; at++) {
        const block = blocks[at]!
        for (let place = at === first ? placeIn(block, key) : 0; place < block.length; place++) yield block[place]!
      }
    },
  }
}

/** The index of the first element for which `isThere` holds, as it does for all later ones; the length if there is none. */
function firstIndex<T>(list: readonly T[], isThere: (element: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isThere(list[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
