import { SignalboxError } from '@signalbox/core/errors'
import type { Migrated } from '../migrated.ts'
import { refuseNewer } from '../migrated.ts'
import type { SqliteDatabase, SqliteRow } from './database.ts'
import { transaction } from './transaction.ts'
import { version2 } from './version-2.ts'
import { version3 } from './version-3.ts'
import { version4 } from './version-4.ts'
import { version5 } from './version-5.ts'
import { version6 } from './version-6.ts'

/** The migrations from each version of the schema to the next. Append only: a test pins the text of each. */
export const migrations: readonly string[] = [
  `
  create table signalbox_records (
    id integer primary key,
    collection text not null,
    key text not null,
    version integer not null,
    value text not null,
    unique (collection, key)
  ) strict;
  create table signalbox_collections (
    collection text primary key,
    records integer not null
  ) strict, without rowid;
  create table signalbox_events (
    id integer primary key,
    at integer not null,
    event text not null
  ) strict;
  insert into signalbox_numbers (name, value) values ('event', 0), ('version', 0);
  `,
  version2,
  version3,
  version4,
  version5,
  version6,
]

/**
 * Migrates the tables of a SQLite database to the version that this code knows. Does nothing if they are up to date, so
 * a read-only database can still be read. Throws SQLite's errors, and UNAVAILABLE for a newer schema.
 */
export function migrate(db: SqliteDatabase): Migrated {
  const before = versionOf(db)
  refuseNewer(before, migrations.length)
  if (before === migrations.length) return { from: before, to: before }
  checkEncoding(db)
  return transaction(db, () => {
    // Read again: another process may have migrated in the meantime.
    const from = versionOf(db)
    refuseNewer(from, migrations.length)
    db.exec('create table if not exists signalbox_numbers (name text primary key, value integer not null) strict')
    for (const statements of migrations.slice(from)) db.exec(statements)
    db.exec(`insert or replace into signalbox_numbers (name, value) values ('schema', ${migrations.length})`)
    return { from, to: migrations.length }
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
 * Throws if the database does not store text as UTF-8: then its order of keys would not be that of their UTF-8 bytes.
 */
function checkEncoding(db: SqliteDatabase): void {
  const { encoding } = db.prepare('pragma encoding').get() as SqliteRow
  if (encoding === 'UTF-8') return
  throw new SignalboxError('UNAVAILABLE', `The database encodes text as ${encoding}: create a database with UTF-8`)
}
