import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SignalboxError } from '@signalbox/core/errors'
import { toFailure } from '../failures.ts'
import { verifyDatabase } from './verify.ts'
import { exists, flush, mustExist } from './whole-files.ts'

/** A backup that was written. */
export interface SqliteBackup {
  /** The size of its file. */
  readonly bytes: number
}

/**
 * Writes the database of a file to another file, also while it is in use: one consistent moment, in as few pages as possible.
 * The backup is read back and checked before it gets its name, so a file of that name is always whole. Only its owner can read
 * it. Throws CONFLICT if a file of that name exists, and UNAVAILABLE if the database cannot be read or the backup not written.
 *
 * @example
 * await backupSqlite('./signalbox.db', './backup.db')
 */
export async function backupSqlite(path: string, to: string): Promise<SqliteBackup> {
  await mustExist(path)
  if (await exists(to))
    throw new SignalboxError('CONFLICT', `${to} exists: name a new file, so that no earlier backup is lost`)
  const { DatabaseSync } = await import('node:sqlite')
  const partial = `${to}.partial`
  try {
    await (await open(partial, 'w', 0o600)).close() // also empties what a backup left that was killed
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      db.prepare('vacuum into ?').run(partial)
    } finally {
      db.close()
    }
    await verifyDatabase(partial)
    await flush(partial)
    await rename(partial, to)
    await flush(dirname(to))
    return { bytes: (await stat(to)).size }
  } catch (error) {
    await rm(partial, { force: true })
    throw toFailure(error)
  }
}
