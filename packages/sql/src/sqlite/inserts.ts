import type { SqliteValue, Statements } from './database.ts'

/** Rows to be inserted into a table, in order. */
export interface Inserts {
  add(...row: SqliteValue[]): void
  /** Inserts the rows that wait. Until then, no statement sees them. */
  flush(): void
}

/** Rows in one statement. More save nothing. */
const TOGETHER = 8

/** Collects rows of a table with so many columns, and inserts several with one statement, which saves a quarter of the time. */
export function createInserts(run: Statements['run'], table: string, columns: number): Inserts {
  const row = `(${Array(columns).fill('?').join(', ')})`
  const sqlFor = (rows: number) => `insert into ${table} values ${Array(rows).fill(row).join(', ')}`
  const [one, several] = [sqlFor(1), sqlFor(TOGETHER)]
  let waiting: SqliteValue[] = []
  return {
    add(...values) {
      waiting.push(...values)
      if (waiting.length < TOGETHER * columns) return
      run(several, ...waiting)
      waiting = []
    },
    flush() {
      for (let from = 0; from < waiting.length; from += columns) run(one, ...waiting.slice(from, from + columns))
      waiting = []
    },
  }
}
