import { statSync } from 'node:fs'
import { SignalboxError } from '@signalbox/core/errors'
import type { SqliteDatabase, SqliteRow } from './database.ts'

/** The files of an open database. */
export interface Files {
  /**
   * Throws UNAVAILABLE if the open files have been deleted or replaced: later writes would be lost when the process
   * ends. Before that, the contents of a deleted log are saved to the database file.
   */
  check(): void
}

const REPLACED =
  'The database file was deleted or replaced while it was in use. All writes fail, but stored records can still be read: export them, put the right file in place, and restart Signalbox'
const LOST_LOG = 'The log of the database (its -wal file) was deleted while it was in use, so all writes fail. '
const SAVED = 'Stored records are safe in the database file: restart Signalbox'
const UNSAVED = 'Stored records can still be read: export them before you restart Signalbox'

/** Remembers which files a connection has open, because SQLite does not notice when they are deleted or replaced. */
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
      known.log ??= now // created by the first transaction
      if (now === known.log) return
      throw new SignalboxError('UNAVAILABLE', LOST_LOG + (isSaved(db) ? SAVED : UNSAVED))
    },
  }
}

/** Returns the identity of the file at a path; `undefined` if there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

/** Writes the log, deleted or not, to the database file. Returns whether all of it was saved. */
function isSaved(db: SqliteDatabase): boolean {
  try {
    const [row] = db.prepare('pragma wal_checkpoint(truncate)').all() as readonly SqliteRow[]
    return row?.busy === 0
  } catch {
    return false
  }
}
