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

/**
 * The rows of a tree, made when they are looked at. After the index has changed, a list still has the keys of its own
 * time; rows of records that were deleted since have no entry.
 */
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

/** The numbers of a row: the place of its first record, how much of that id is its key, and so on. */
const [PLACE, END, LEVEL, MARKS, COUNT, PARENT, POSITION, CHILDREN] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const CELLS = 8

/**
 * The rows of the groups that are open. Closed groups cost two look-ups, however many records they have. A key that is
 * both a record and a group is one row, where the record stands.
 */
export function rowsOf(entries: Entries, { places, isOpen }: Shown): RowList {
  const total = places?.length ?? entries.size
  const placeAt = (position: number): number => places?.[position] ?? position
  const idAt = (position: number): string => entries.idAt(places ? places[position]! : position)
  let cells = new Int32Array(256 * CELLS)
  /** The first id of each row, because places change with the index. */
  const ids: string[] = []
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
      ids.push(id)
      const open = hasMore && isOpen(key)
      if ((row + 1) * CELLS > cells.length) cells = grown(cells)
      const cell = row * CELLS
      cells[cell + PLACE] = placeAt(at)
      cells[cell + END] = end
      cells[cell + LEVEL] = level
      cells[cell + MARKS] = (isRecord ? RECORD : 0) | (hasMore ? GROUP : 0) | (open ? OPEN : 0)
      cells[cell + COUNT] = hasMore ? until - begin : 0
      cells[cell + PARENT] = parent
      cells[cell + POSITION] = ++position
      if (open) add(begin, until, { prefix: end + 1, parent: row, level: level + 1 })
      at = isRecord ? at + 1 : until
    }
    if (parent < 0) roots = position
    else cells[parent * CELLS + CHILDREN] = position
  }

  /** Whether a group was added with the record of its key, which stands before it. */
  function wasAdded(key: string, low: number, high: number): boolean {
    const at = seek(key, low, high)
    return at < high && idAt(at) === key
  }

  let roots = 0
  add(0, total, { prefix: 0, parent: -1, level: 1 })
  const cellOf = (row: number, which: number): number => cells[row * CELLS + which]!
  const keyAt = (row: number) => ids[row]!.slice(0, cellOf(row, END))
  function entryOf(row: number): Entry | undefined {
    const id = ids[row]!
    const known = cellOf(row, PLACE)
    const place = known < entries.size && entries.idAt(known) === id ? known : entries.placeOf(id)
    return place === undefined ? undefined : entries.at(place)
  }
  return {
    length,
    keyAt,
    at(row) {
      const key = keyAt(row)
      const marks = cellOf(row, MARKS)
      const parent = cellOf(row, PARENT)
      const entry = marks & RECORD ? entryOf(row) : undefined
      return {
        key,
        name: key.slice(key.lastIndexOf(':') + 1),
        level: cellOf(row, LEVEL),
        position: cellOf(row, POSITION),
        siblings: parent < 0 ? roots : cellOf(parent, CHILDREN),
        ...(marks & GROUP && { group: { count: cellOf(row, COUNT), isOpen: (marks & OPEN) > 0 } }),
        ...(entry && { entry }),
      }
    },
    rowOf(key) {
      for (let row = 0; row < length; row++)
        if (cellOf(row, END) === key.length && ids[row]!.startsWith(key)) return row
      return undefined
    },
    parentOf: (row) => (cellOf(row, PARENT) < 0 ? undefined : cellOf(row, PARENT)),
  }
}

interface Level {
  /** How many characters the ids share, with the colon. */
  readonly prefix: number
  /** The row of the group, or -1. */
  readonly parent: number
  readonly level: number
}

function grown(cells: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(cells.length * 2)
  more.set(cells)
  return more
}
