import type { KeyRange } from '../range.ts'
import { toCondition } from '../range.ts'
import type { Row, Rows } from '../scan.ts'

/** Runs a statement that is safe to repeat and returns its rows. Throws UNAVAILABLE. */
export type Read = <T>(text: string, values: readonly unknown[]) => Promise<readonly T[]>

/** Implements the queries of scans in PostgreSQL. */
export function postgresRows(read: Read, schema: string): Rows {
  const table = `"${schema}".records`
  const within = (range: KeyRange) => toCondition(range, (n) => `$${n}`)
  return {
    async keys(range, limit) {
      const { text, values } = within(range)
      const sql = `select key from ${table} where ${text} order by key limit ${limit}`
      return (await read<{ key: string }>(sql, values)).map(({ key }) => key)
    },
    async keyAt(range, position) {
      const { text, values } = within(range)
      const sql = `select key from ${table} where ${text} order by key limit 1 offset ${position}`
      return (await read<{ key: string }>(sql, values))[0]?.key
    },
    records(range, limit) {
      const { text, values } = within(range)
      const sql = `select key, version, value from ${table} where ${text} order by key limit ${limit}`
      return read<Row>(sql, values)
    },
    pick(collection, keys) {
      const sql = `select key, version, value from ${table} where collection = $1 and key = any($2) order by key`
      return read<Row>(sql, [collection, keys])
    },
    async count(range) {
      const isWhole = range.from === '' && range.to === undefined
      if (isWhole) {
        const sql = `select records from "${schema}".counts where collection = $1 order by change desc limit 1`
        return Number((await read<{ records: string }>(sql, [range.collection]))[0]?.records ?? 0)
      }
      const { text, values } = within(range)
      const [row] = await read<{ records: string }>(`select count(*) as records from ${table} where ${text}`, values)
      return Number(row?.records)
    },
  }
}
