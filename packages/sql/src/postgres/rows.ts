import { type KeyRange, toCondition } from '../range.ts'
import type { Row, Rows } from '../scan.ts'

/** Runs a statement that is safe to repeat and returns its rows. Throws UNAVAILABLE. */
export type Read = <T>(text: string, values: readonly unknown[]) => Promise<readonly T[]>

/** Implements the queries of scans in PostgreSQL. */
export function postgresRows(read: Read, schema: string): Rows {
  const table = `"${schema}".records`
  return {
    async keys(range, limit) {
      const { text, values } = inOrder(range)
      return (await read<{ key: string }>(`select key from ${table} where ${text} limit ${limit}`, values)).map(
        ({ key }) => key,
      )
    },
    async keyAt(range, position) {
      const { text, values } = inOrder(range)
      // In parentheses, the planner does not know the position, and does not expect to need most of the records.
      const sql = `select key from ${table} where ${text} limit 1 offset (select ${position})`
      return (await read<{ key: string }>(sql, values))[0]?.key
    },
    records(range, limit) {
      const { text, values } = inOrder(range)
      return read<Row>(`select key, version, value from ${table} where ${text} limit ${limit}`, values)
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
      const { text, values } = toCondition(range, parameter)
      const [row] = await read<{ records: string }>(`select count(*) as records from ${table} where ${text}`, values)
      return Number(row?.records)
    },
  }
}

/**
 * The condition and order of a range, such that PostgreSQL walks the index from its start. Without statistics, as after
 * an upload, it takes `collection = …` to select few records, and would read and sort them all for each page.
 */
function inOrder({ collection, from, inclusive, to }: KeyRange) {
  const start = `(collection, key) ${inclusive ? '>=' : '>'} ($1, $2)`
  const [end, values] =
    to === undefined
      ? ['collection <= $1', [collection, from]]
      : ['(collection, key) < ($1, $3)', [collection, from, to]]
  return { text: `${start} and ${end} order by collection, key`, values }
}

const parameter = (n: number): string => `$${n}`
