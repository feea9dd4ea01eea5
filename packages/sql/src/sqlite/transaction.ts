import type { SqliteDatabase } from './database.ts'

/** Does a task as one transaction that no other writer comes between. Synchronous: so nothing of it is ever seen half done. */
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
      // After some failures SQLite has rolled back by itself; the first error is the one that tells.
    }
    throw error
  }
}
