/** A SQLite connection, such as `DatabaseSync` of `node:sqlite` or `Database` of better-sqlite3. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  close(): unknown
}

/** A prepared statement. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { readonly changes: number | bigint }
  get(...values: SqliteValue[]): unknown
  all(...values: SqliteValue[]): unknown[]
}

/** The values that a store binds to statements. */
export type SqliteValue = string | number | null

/** A row by column name. */
export type SqliteRow = Readonly<Record<string, string | number>>

/** The statements of a connection by their text, each prepared once. */
export interface Statements {
  run(sql: string, ...values: SqliteValue[]): number
  get(sql: string, ...values: SqliteValue[]): SqliteRow | undefined
  all(sql: string, ...values: SqliteValue[]): readonly SqliteRow[]
}

/** Prepares statements on first use and keeps them. */
export function statementsOf(db: SqliteDatabase): Statements {
  const prepared = new Map<string, SqliteStatement>()
  function statement(sql: string): SqliteStatement {
    const known = prepared.get(sql)
    if (known) return known
    const fresh = db.prepare(sql)
    prepared.set(sql, fresh)
    return fresh
  }
  return {
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    get: (sql, ...values) => statement(sql).get(...values) as SqliteRow | undefined,
    all: (sql, ...values) => statement(sql).all(...values) as readonly SqliteRow[],
  }
}
