export type { Migrated } from './migrated.ts'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/database.ts'
export { type OpenSqliteOptions, openSqlite } from './sqlite/open.ts'
export { migrateSqlite, type SqliteOptions, type SqliteStoreOptions, sqliteStore } from './sqlite/store.ts'
