import type { SqliteDatabase } from './database.ts'

/** A row of a size, in bytes, without a copy of it in the memory of this process. */
const ROW = "insert into signalbox_records (collection, key, version, value) values ('', 'trial', 0, hex(zeroblob(?)))"

/**
 * Writes as much as a commit of a size does, in bytes, and rolls it back, so that nothing remains. Its pages do not wait
 * in memory for the commit: they are written at once, because the cache holds next to none. Throws SQLite's errors.
 */
export function tryToWrite(db: SqliteDatabase, size: number): void {
  const { cache_size: cacheSize } = db.prepare('pragma cache_size').get() as { readonly cache_size: number }
  db.exec('pragma cache_size = 1')
  try {
    db.exec('begin immediate')
    try {
      db.prepare(ROW).run(Math.ceil(size / 2))
    } finally {
      rollBack(db)
    }
  } finally {
    db.exec(`pragma cache_size = ${cacheSize}`)
  }
}

function rollBack(db: SqliteDatabase): void {
  try {
    db.exec('rollback')
  } catch {
    // SQLite has rolled back by itself, as it does after some failures.
  }
}
