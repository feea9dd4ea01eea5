import type { Entries } from './entries.ts'
import type { Entry } from './entry.ts'

/** A row of a tree: a record, or a group of records whose ids begin alike. */
export interface Row {
  /** The id, or the prefix of a group without its colon. */
  readonly key: string
  /** The last segment. */
  readonly name: string
  /** From 1. */
  readonly level: number
  /** Present for groups: how many records are below, and whether they are shown. */
  readonly group?: { readonly count: number; readonly isOpen: boolean }
  /** Present for records. A key can be both a record and a group. */
  readonly entry?: Entry
  /** The place among its siblings, from 1, and their number. */
  readonly position: number
  readonly siblings: number
}

/** The rows of a tree, made when they are looked at. Valid until the index changes. */
export interface RowList {
  readonly length: number
  at(row: number): Row
  /** The key of a row, or the row of a key if it is shown. */
  keyAt(row: number): string
  rowOf(key: string): number | undefined
  /** The row above of which a row is a child, or `undefined` at the first level. */
  parentOf(row: number): number | undefined
}

/** What a tree shows. */
export interface Shown {
  /** The places of the entries to show, in order; all by default. */
  readonly places?: Int32Array | undefined
  /** Whether the children of a group are shown. */
  isOpen(key: string): boolean
}

const RECORD = 1
const GROUP = 2
const OPEN = 4

/**
 * The rows of the groups that are open. Closed groups cost two look-ups, however many records they have. A key that is
 * both a record and a group is one row, where the record stands.
 */
export function rowsOf(entries: Entries, { places, isOpen }: Shown): RowList {
  const total = places?.length ?? entries.size
  const placeAt = (position: number): number => places?.[position] ?? position
  const idAt = (position: number): string => entries.idAt(places ? places[position]! : position)
  const first = columnOf(Int32Array) // the place of the first record of the row
  const ends = columnOf(Uint16Array) // how much of its id is the key
  const levels = columnOf(Uint16Array)
  const marks = columnOf(Uint8Array)
  const counts = columnOf(Int32Array)
  const parents = columnOf(Int32Array)
  const positions = columnOf(Int32Array)
  const children = columnOf(Int32Array)
  let length = 0

  /** The first position from `low` whose id is not before a text. */
  function seek(text: string, low: number, high: number): number {
    let [from, to] = [low, high]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (idAt(middle) < text) from = middle + 1
      else to = middle
    }
    return from
  }

  /** Adds the rows of the ids from `low` to `high`, which share a prefix. Returns how many are on this level. */
  function add(low: number, high: number, { prefix, parent, level }: Level): void {
    let position = 0
    for (let at = low; at < high; ) {
      const id = idAt(at)
      const colon = id.indexOf(':', prefix)
      const end = colon < 0 ? id.length : colon
      const key = colon < 0 ? id : id.slice(0, colon)
      const isRecord = colon < 0
      // The children of a record stand behind its neighbours `a-b` and `a.b`, because these sort before the colon.
      const mayHaveMore = isRecord && at + 1 < high && idAt(at + 1).startsWith(key)
      const begin = isRecord ? (mayHaveMore ? seek(`${key}:`, at + 1, high) : at + 1) : at
      const hasMore = !isRecord || (mayHaveMore && begin < high && idAt(begin).startsWith(`${key}:`))
      const until = hasMore ? seek(`${key};`, begin, high) : begin
      if (!isRecord && wasAdded(key, low, at)) {
        at = until
        continue
      }
      const row = length++
      const open = hasMore && isOpen(key)
      first.set(row, placeAt(at))
      ends.set(row, end)
      levels.set(row, level)
      marks.set(row, (isRecord ? RECORD : 0) | (hasMore ? GROUP : 0) | (open ? OPEN : 0))
      counts.set(row, hasMore ? until - begin : 0)
      parents.set(row, parent)
      positions.set(row, ++position)
      children.set(row, 0)
      if (open) add(begin, until, { prefix: end + 1, parent: row, level: level + 1 })
      at = isRecord ? at + 1 : until
    }
    if (parent < 0) roots = position
    else children.set(parent, position)
  }

  /** Whether a group was added with the record of its key, which stands before it. */
  function wasAdded(key: string, low: number, high: number): boolean {
    const at = seek(key, low, high)
    return at < high && idAt(at) === key
  }

  let roots = 0
  add(0, total, { prefix: 0, parent: -1, level: 1 })
  const keyAt = (row: number) => entries.idAt(first.get(row)).slice(0, ends.get(row))
  return {
    length,
    keyAt,
    at(row) {
      const key = keyAt(row)
      const mark = marks.get(row)
      const parent = parents.get(row)
      return {
        key,
        name: key.slice(key.lastIndexOf(':') + 1),
        level: levels.get(row),
        position: positions.get(row),
        siblings: parent < 0 ? roots : children.get(parent),
        ...(mark & GROUP && { group: { count: counts.get(row), isOpen: (mark & OPEN) > 0 } }),
        ...(mark & RECORD && { entry: entries.at(first.get(row)) }),
      }
    },
    rowOf(key) {
      for (let row = 0; row < length; row++)
        if (ends.get(row) === key.length && entries.idAt(first.get(row)).startsWith(key)) return row
      return undefined
    },
    parentOf: (row) => (parents.get(row) < 0 ? undefined : parents.get(row)),
  }
}

interface Level {
  /** How many characters the ids share, with the colon. */
  readonly prefix: number
  /** The row of the group, or -1. */
  readonly parent: number
  readonly level: number
}

type Numbers = Int32Array | Uint16Array | Uint8Array

/** A list of numbers that grows. */
function columnOf(Kind: new (length: number) => Numbers) {
  let values = new Kind(256)
  return {
    get: (at: number): number => values[at]!,
    set(at: number, value: number) {
      if (at >= values.length) {
        const grown = new Kind(values.length * 2)
        grown.set(values)
        values = grown
      }
      values[at] = value
    },
  }
}
