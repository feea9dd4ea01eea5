import type { KeyRange } from '../range.ts'
import { toCondition } from '../range.ts'
import type { Statements } from './database.ts'

interface Mark {
  readonly position: number
  readonly key: string
}

const MOST_RANGES = 100
const MOST_MARKS = 1000

/**
 * Finds the key at a position of a range. SQLite counts from the start of a range, so positions are remembered until
 * something is written (`stamp` changes): the next page is counted from the previous one.
 */
export function positionsOf({ get }: Statements, stamp: () => unknown) {
  const known = new Map<string, Mark[]>()
  let validFor: unknown

  return (range: KeyRange, position: number): string | undefined => {
    const now = stamp()
    if (now !== validFor) known.clear()
    validFor = now

    const name = JSON.stringify(range)
    const marks = known.get(name) ?? []
    const nearest = marks.findLast((mark) => mark.position <= position)
    const start = nearest ? { ...range, from: nearest.key, inclusive: true } : range
    const { text, values } = toCondition(start, () => '?')
    const sql = `select key from signalbox_records where ${text} order by key limit 1 offset ?`
    const key = get(sql, ...values, position - (nearest?.position ?? 0))?.key as string | undefined

    if (key !== undefined && nearest?.position !== position) {
      const next = marks.findIndex((mark) => mark.position > position)
      marks.splice(next < 0 ? marks.length : next, 0, { position, key })
      if (marks.length > MOST_MARKS) marks.shift()
      if (known.size >= MOST_RANGES) known.clear()
      known.set(name, marks)
    }
    return key
  }
}
