import { statSync } from 'node:fs'
import { SignalboxError } from '@signalbox/core/errors'
import type { SqliteDatabase, SqliteRow } from './database.ts'

/** The files of a database that is open. */
export interface Files {
  /**
   * Throws UNAVAILABLE when the path leads to other files than those that are open: what is written then is gone with the process.
   * What a deleted log holds is saved into the database file before.
   */
  check(): void
}

const REPLACED =
  'The database file was deleted or replaced while it was in use. Nothing is written any more; what was stored can still be read and exported: do that, put the right file in place, and restart Signalbox'
const LOST_LOG =
  'The log of the database (its -wal file) was deleted while it was in use, and nothing is written any more. '
const SAVED = 'What was stored is safe in the database file: restart Signalbox'
const UNSAVED = 'What was stored can still be read and exported: do that before you restart Signalbox'

/** Remembers which files a connection has open. SQLite itself does not notice when they are deleted or replaced. */
export function filesOf(db: SqliteDatabase): Files {
  const list = db.prepare('pragma database_list').all() as readonly SqliteRow[]
  const path = String(list.find(({ name }) => name === 'main')?.file ?? '')
  if (path === '') return { check() {} }
  const log = `${path}-wal`
  const known = { file: identityOf(path), log: identityOf(log) }

  return {
    check() {
      if (identityOf(path) !== known.file) throw new SignalboxError('UNAVAILABLE', REPLACED)
      const now = identityOf(log)
      known.log ??= now // made by the first transaction
      if (now === known.log) return
      throw new SignalboxError('UNAVAILABLE', LOST_LOG + (isSaved(db) ? SAVED : UNSAVED))
    },
  }
}

/** Which file a path leads to; `undefined` when there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

/** Writes what the log holds, deleted or not, into the database file; whether all of it got there. */
function isSaved(db: SqliteDatabase): boolean {
  try {
    const [row] = db.prepare('pragma wal_checkpoint(truncate)').all() as readonly SqliteRow[]
    return row?.busy === 0
  } catch {
    return false
  }
}
