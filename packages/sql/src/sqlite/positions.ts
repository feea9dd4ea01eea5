import { compareKeys } from '@signalbox/core/store'
import { type KeyRange, toCondition } from '../range.ts'
import type { Statements } from './database.ts'

/** Finds the key at a position of a range. */
export interface Positions {
  /** The key at a position of a range, from 0. */
  keyAt(range: KeyRange, position: number): string | undefined
  /** Runs a write of this process, which says what it added and removed. */
  during<T extends Moving>(write: () => Promise<T>): Promise<T>
}

/** What a write says about the records that it added and removed. */
export interface Moving {
  /** In order. More than `MOST_MOVES` need not be complete. */
  readonly moves: readonly Move[]
}

/** A record that was added, or one that was removed. Without a key: all records of a range. */
export interface Move {
  readonly collection: string
  readonly key?: string
  readonly by: 1 | -1
}

interface Mark {
  position: number
  readonly key: string
}

/** The marks of a range, by position. */
interface Marked {
  readonly marks: Mark[]
  /** How many of the moves are applied. */
  applied: number
}

const MOST_RANGES = 100
const MOST_MARKS = 1000

/** The most moves after which positions are corrected. After more, they are counted again. */
export const MOST_MOVES = 100

/**
 * Creates what finds keys by position. SQLite counts from the start of a range, so positions are remembered: the next page
 * is counted from the previous one. Writes of this process correct them; they are forgotten when another process has
 * written (`stamp` changes).
 */
export function positionsOf({ get }: Statements, stamp: () => unknown): Positions {
  const known = new Map<string, Marked>()
  let moves: Move[] = []
  let validFor: unknown
  /** How many writes of this process have begun and have not said what they moved. */
  let writes = 0

  function forget(): void {
    known.clear()
    moves = []
  }

  function moved(latest: readonly Move[]): void {
    moves.push(...latest)
    if (moves.length > MOST_MOVES || latest.some(({ key }) => key === undefined)) forget()
  }

  function markedIn(name: string, range: KeyRange): Marked {
    const marked = known.get(name) ?? { marks: [], applied: moves.length }
    for (const move of moves.slice(marked.applied)) apply(move, range, marked.marks)
    marked.applied = moves.length
    return marked
  }

  function count(range: KeyRange, position: number, nearest?: Mark): string | undefined {
    const start = nearest ? { ...range, from: nearest.key, inclusive: true } : range
    const { text, values } = toCondition(start, () => '?')
    const sql = `select key from signalbox_records where ${text} order by key limit 1 offset ?`
    return get(sql, ...values, position - (nearest?.position ?? 0))?.key as string | undefined
  }

  return {
    keyAt(range, position) {
      if (writes > 0) return count(range, position)
      const now = stamp()
      if (now !== validFor) forget()
      validFor = now

      const name = JSON.stringify(range)
      const marked = markedIn(name, range)
      const { marks } = marked
      const nearest = marks.findLast((mark) => mark.position <= position)
      const key = count(range, position, nearest)

      if (key !== undefined && nearest?.position !== position) {
        const next = marks.findIndex((mark) => mark.position > position)
        marks.splice(next < 0 ? marks.length : next, 0, { position, key })
        if (marks.length > MOST_MARKS) marks.shift()
        if (known.size >= MOST_RANGES) known.clear()
        known.set(name, marked)
      }
      return key
    },
    async during(write) {
      writes++
      try {
        const written = await write()
        moved(written.moves)
        return written
      } catch (error) {
        forget() // it may have been written
        throw error
      } finally {
        writes--
      }
    },
  }
}

/** Corrects the marks of a range after a record was added or removed. */
function apply({ collection, key, by }: Move, range: KeyRange, marks: Mark[]): void {
  if (collection !== range.collection || key === undefined) return
  const fromStart = compareKeys(key, range.from)
  if (fromStart < 0 || (fromStart === 0 && !range.inclusive)) return
  const first = marks.findLastIndex((mark) => compareKeys(mark.key, key) < 0) + 1
  if (marks[first]?.key === key) marks.splice(first, 1)
  for (const mark of marks.slice(first)) mark.position += by
}
