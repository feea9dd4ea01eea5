import { SignalboxError } from '@signalbox/core/errors'
import { FIRST_VERSION, type Migrated, newestOf, refuseOthers } from '../migrated.ts'
import type { SqliteDatabase, SqliteRow } from './database.ts'
import { firstSchema } from './schema/first.ts'
import { transaction } from './transaction.ts'

/**
 * The migrations: the first one creates a schema of version `FIRST_VERSION`, each other one leads to the next version. Append
 * only: a test pins the text of each.
 */
export const migrations: readonly string[] = [firstSchema]

/**
 * Migrates the tables of a SQLite database to the version that this code knows. Does nothing if they are up to date, so
 * a read-only database can still be read. Throws SQLite's errors, and UNAVAILABLE for a newer schema and for one
 * of a development version.
 */
export function migrate(db: SqliteDatabase, steps: readonly string[] = migrations): Migrated {
  const newest = newestOf(steps)
  const before = versionOf(db)
  refuseOthers(before, newest)
  if (before === newest) return { from: before, to: before }
  checkEncoding(db)
  return transaction(db, () => {
    // Read again: another process may have migrated in the meantime.
    const from = versionOf(db)
    refuseOthers(from, newest)
    db.exec('create table if not exists signalbox_numbers (name text primary key, value integer not null) strict')
    for (const statements of steps.slice(Math.max(0, from - FIRST_VERSION + 1))) db.exec(statements)
    db.exec(`insert or replace into signalbox_numbers (name, value) values ('schema', ${newest})`)
    return { from, to: newest }
  })
}

/** The version of the schema of a database; 0 if it has none. */
export function versionOf(db: SqliteDatabase): number {
  const tables = db.prepare("select name from sqlite_schema where type = 'table' and name = 'signalbox_numbers'")
  if (!tables.get()) return 0
  const row = db.prepare("select value from signalbox_numbers where name = 'schema'").get() as SqliteRow | undefined
  return Number(row?.value ?? 0)
}

/**
 * Throws if the database does not store text as UTF-8: then keys would not be in the order of their UTF-8 bytes.
 */
function checkEncoding(db: SqliteDatabase): void {
  const { encoding } = db.prepare('pragma encoding').get() as SqliteRow
  if (encoding === 'UTF-8') return
  throw new SignalboxError(
    'UNAVAILABLE',
    `The database encoding is ${encoding}; Signalbox needs UTF-8: create a new database`,
  )
}
