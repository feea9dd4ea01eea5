export type { Migrated } from './migrated.ts'
export type { ListeningClient, PostgresClient } from './postgres/client.ts'
export {
  type LimitAnswer,
  type LimitAsk,
  type PostgresLimits,
  type PostgresLimitsOptions,
  postgresLimits,
} from './postgres/limits.ts'
export { migratePostgres, type PostgresOptions, postgresStore } from './postgres/store.ts'
export { backupSqlite, type SqliteBackup } from './sqlite/backups/backup.ts'
export { restoreSqlite, type SqliteRestore } from './sqlite/backups/restore.ts'
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite/database.ts'
export { type OpenSqliteOptions, openSqlite } from './sqlite/open.ts'
export { migrateSqlite, type SqliteOptions, type SqliteStoreOptions, sqliteStore } from './sqlite/store.ts'
