import type { SqliteDatabase } from './database.ts'

/** Runs a task in one transaction that excludes other writers. Synchronous, so nobody sees it half done. */
export function transaction<T>(db: SqliteDatabase, task: () => T): T {
  db.exec('begin immediate')
  try {
    const result = task()
    db.exec('commit')
    return result
  } catch (error) {
    try {
      db.exec('rollback')
    } catch {
      // SQLite rolls back automatically after some failures; the first error is the informative one.
    }
    throw error
  }
}
