import { toCondition } from '../range.ts'
import type { Row, Rows } from '../scan.ts'
import type { SqliteRow, Statements } from './database.ts'
import type { Positions } from './positions.ts'

/** How records are read. */
export interface Reading {
  readonly statements: Statements
  readonly positions: Pick<Positions, 'keyAt'>
  /** Runs a read. */
  readonly attempt: <T>(read: () => T) => Promise<T>
}

/** Implements the queries of scans in SQLite. */
export function sqliteRows({ statements, positions, attempt }: Reading): Rows {
  const { all, get } = statements
  return {
    keys(range, limit) {
      const { text, values } = toCondition(range, placeholder)
      const sql = `select key from signalbox_records where ${text} order by key limit ?`
      return attempt(() => all(sql, ...values, limit).map(({ key }) => key as string))
    },
    keyAt: (range, position) => attempt(() => positions.keyAt(range, position)),
    records(range, limit) {
      const { text, values } = toCondition(range, placeholder)
      const sql = `select key, version, value from signalbox_records where ${text} order by key limit ?`
      return attempt(() => all(sql, ...values, limit).map(toRow))
    },
    pick(collection, keys) {
      const sql = 'select key, version, value from signalbox_records where collection = ? and key = ?'
      return attempt(() => keys.flatMap((key) => all(sql, collection, key).map(toRow)))
    },
    count(range) {
      const isWhole = range.from === '' && range.to === undefined
      if (isWhole) {
        const sql = 'select records from signalbox_collections where collection = ?'
        return attempt(() => Number(get(sql, range.collection)?.records ?? 0))
      }
      const { text, values } = toCondition(range, placeholder)
      const sql = `select count(*) as records from signalbox_records where ${text}`
      return attempt(() => Number(get(sql, ...values)?.records))
    },
  }
}

const placeholder = () => '?'

const toRow = (row: SqliteRow): Row => row as unknown as Row
