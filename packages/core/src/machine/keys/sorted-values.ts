import { keyOrder } from './key-order.ts'

/** Values by key, in key order. */
export interface SortedValues<T> {
  readonly size: number
  /** Sets the value of a key. Returns whether the key was not there yet. */
  set(key: string, value: T): boolean
  /** Removes a key. Returns whether it was there. */
  delete(key: string): boolean
  /** The place of a key. Allocates nothing for a key that is not there. */
  find(key: string): Place<T> | undefined
  /** The blocks from a key on, that one included. No key may be added or removed meanwhile. */
  from(key?: string): Generator<Place<T>, void>
}

/** A part of the keys, in order, with the value of each at the same index. Values may be replaced. */
export interface Block<T> {
  readonly keys: string[]
  readonly values: T[]
}

/** A key in a block. */
export interface Place<T> extends Block<T> {
  readonly index: number
}

/** The most keys in a block: few enough to move all that follow a new one, and enough that blocks cost little. */
const MOST_KEYS_PER_BLOCK = 512

/**
 * Creates an empty set of sorted values: blocks of sorted arrays, so that a write moves the keys of one block. Keys that
 * come in order are appended and fill their blocks, so values that are loaded from a store take little more than two
 * words each.
 */
export function sortedValues<T>(): SortedValues<T> {
  const { note, compare } = keyOrder()
  const blocks: Block<T>[] = []
  let size = 0

  /** The index of the last block whose first key is not after this one; 0 if there is none. */
  function blockOf(key: string): number {
    let low = 0
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(blocks[middle]!.keys[0]!, key) > 0) high = middle
      else low = middle + 1
    }
    return low === 0 ? 0 : low - 1
  }

  /** The index of the first key in a block that is not before this one; the length if there is none. */
  function indexIn({ keys }: Block<T>, key: string): number {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(keys[middle]!, key) >= 0) high = middle
      else low = middle + 1
    }
    return low
  }

  /** Whether a key is behind all others. */
  function isLast(key: string): boolean {
    const last = blocks[blocks.length - 1]
    return last === undefined || compare(last.keys[last.keys.length - 1]!, key) < 0
  }

  function append(key: string, value: T): void {
    const last = blocks[blocks.length - 1]
    if (last && last.keys.length < MOST_KEYS_PER_BLOCK) {
      last.keys.push(key)
      last.values.push(value)
    } else blocks.push({ keys: [key], values: [value] })
    size++
  }

  function insert(key: string, value: T): boolean {
    const at = blockOf(key)
    const block = blocks[at]!
    const { keys, values } = block
    const index = indexIn(block, key)
    const isNew = keys[index] !== key
    if (isNew) keys.splice(index, 0, key)
    values.splice(index, isNew ? 0 : 1, value)
    if (keys.length > MOST_KEYS_PER_BLOCK)
      blocks.splice(at + 1, 0, {
        keys: keys.splice(MOST_KEYS_PER_BLOCK / 2),
        values: values.splice(MOST_KEYS_PER_BLOCK / 2),
      })
    if (isNew) size++
    return isNew
  }

  function find(key: string): Place<T> | undefined {
    const block = blocks[blockOf(key)]
    if (block === undefined) return undefined
    const index = indexIn(block, key)
    return block.keys[index] === key ? { ...block, index } : undefined
  }

  return {
    get size() {
      return size
    },
    set(key, value) {
      note(key)
      if (!isLast(key)) return insert(key, value)
      append(key, value)
      return true
    },
    delete(key) {
      const place = find(key)
      if (place === undefined) return false
      if (place.keys.length === 1) blocks.splice(blockOf(key), 1)
      place.keys.splice(place.index, 1)
      place.values.splice(place.index, 1)
      size--
      return true
    },
    find,
    *from(key = '') {
      const first = blockOf(key)
      for (let at = first; at < blocks.length; at++) {
        const block = blocks[at]!
        yield { ...block, index: at === first ? indexIn(block, key) : 0 }
      }
    },
  }
}
