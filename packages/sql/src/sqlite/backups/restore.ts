import { link, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SignalboxError } from '@signalbox/core/errors'
import type { SqliteRow } from '../database.ts'
import { toFailure } from '../failures.ts'
import { verifyDatabase } from './verify.ts'
import { copyFile, exists, flush, mustExist } from './whole-files.ts'

/** A database that was restored. */
export interface SqliteRestore {
  /** The file that now has the earlier database, if there was one. */
  readonly replaced?: string
}

/**
 * Puts a backup in the place of a database, in one step: a process that opens the file finds either the earlier
 * database or the backup. The earlier database is kept under another name. No process may use it. Throws UNAVAILABLE if
 * one does, for a file that is no whole backup of this version or an earlier one, and if files of a log beside the
 * database cannot be merged into it.
 *
 * @example
 * const { replaced } = await restoreSqlite('./backup.db', './signalbox.db')
 */
export async function restoreSqlite(from: string, to: string): Promise<SqliteRestore> {
  await mustExist(from)
  // The log of a database is beside the file itself, not beside a link to it.
  const backup = await realpath(from)
  const path = await realpath(to).catch(() => to)
  if (await isSame(backup, path))
    throw new SignalboxError('CONFLICT', `${backup} is the database itself: name a backup of it`)
  const inUse = await logsOf(backup)
  if (inUse.length > 0)
    throw new SignalboxError(
      'UNAVAILABLE',
      `${inUse.join(' and ')} beside ${backup} says that it is in use, or was not closed: write a backup of it first`,
    )
  await verifyDatabase(backup)
  const release = await seize(path)
  const partial = `${path}.restoring`
  try {
    await rm(partial, { force: true })
    await copyFile(backup, partial)
    await verifyDatabase(partial)
    const replaced = await keepEarlier(path)
    await rename(partial, path)
    await flush(dirname(path))
    return replaced === undefined ? {} : { replaced }
  } catch (error) {
    await rm(partial, { force: true })
    throw toFailure(error)
  } finally {
    release()
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}

/** The files beside a database that hold transactions which are not in it yet. */
async function logsOf(path: string): Promise<readonly string[]> {
  const found = await Promise.all(
    ['-wal', '-journal'].map(async (suffix) => ({
      file: `${path}${suffix}`,
      size: (await stat(`${path}${suffix}`).catch(() => undefined))?.size ?? 0,
    })),
  )
  return found.filter(({ size }) => size > 0).map(({ file }) => file)
}

/**
 * Keeps other processes from a database, and merges its log into it, because a log would be replayed onto the restored file.
 * Returns what ends that.
 */
async function seize(path: string): Promise<() => void> {
  const logs = await logsOf(path)
  if (!(await exists(path))) return notSeized(logs)
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(path)
  try {
    // Only the last connection to a database can leave write-ahead logging.
    const { journal_mode: mode } = db.prepare('pragma journal_mode = delete').get() as SqliteRow
    if (mode !== 'delete') throw busy(path)
    db.exec('begin exclusive')
    return () => db.close()
  } catch (error) {
    db.close()
    const failure = toFailure(error) as SignalboxError
    if (/SQLITE_BUSY|SQLITE_LOCKED/.test(failure.message)) throw busy(path, error)
    if (!/SQLITE_CORRUPT|SQLITE_NOTADB/.test(failure.message)) throw failure
    return notSeized(logs)
  }
}

const busy = (path: string, cause?: unknown): SignalboxError =>
  new SignalboxError('UNAVAILABLE', `${path} is in use: stop every process that uses it`, { cause })

/** For a database that cannot be opened. Throws UNAVAILABLE if it has logs, because nothing can merge them. */
function notSeized(logs: readonly string[]): () => void {
  if (logs.length === 0) return () => {}
  throw new SignalboxError(
    'UNAVAILABLE',
    `${logs.join(' and ')} belongs to another database and would be replayed onto the restored one: move it away`,
  )
}

/** Gives the earlier database a second name, so that it stays when the first is given to the backup. */
async function keepEarlier(path: string): Promise<string | undefined> {
  if (!(await exists(path))) return undefined
  for (let n = 1; ; n++) {
    const kept = `${path}.replaced-${n}`
    if (await exists(kept)) continue
    // File systems without links get a copy.
    await link(path, kept).catch(() => copyFile(path, kept))
    return kept
  }
}
