import { randomBytes } from 'node:crypto'
import { link, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SignalboxError } from '@signalbox/core/errors'
import { toFailure } from '../failures.ts'
import { verifyDatabase } from './verify.ts'
import { copyFile, exists, flush, mustExist } from './whole-files.ts'

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
  if (await exists(to)) throw taken(to)
  const { DatabaseSync } = await import('node:sqlite')
  await removeLeft(to)
  const partial = `${to}.${process.pid}-${randomBytes(8).toString('hex')}${PARTIAL}`
  try {
    // Nobody else can have prepared a file of this name. SQLite writes into an empty file, and keeps its mode.
    await (await open(partial, 'wx', 0o600)).close()
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      db.prepare('vacuum into ?').run(partial)
    } finally {
      db.close()
    }
    await verifyDatabase(partial)
    await flush(partial)
    await nameFile(partial, to)
    await flush(dirname(to))
    return { bytes: (await stat(to)).size }
  } catch (error) {
    throw toFailure(error)
  } finally {
    await rm(partial, { force: true })
  }
}

const PARTIAL = '.partial'

const taken = (path: string): SignalboxError =>
  new SignalboxError('CONFLICT', `${path} exists: name a new file, so that no earlier backup is lost`)

/** Gives a file its name. Throws CONFLICT if another file has it. File systems without links get a copy. */
async function nameFile(partial: string, to: string): Promise<void> {
  try {
    await link(partial, to).catch((error) => {
      if (error.code === 'EEXIST') throw error
      return copyFile(partial, to)
    })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? taken(to) : error
  }
}

/** Removes what backups to this name have left whose processes were killed. */
async function removeLeft(to: string): Promise<void> {
  const begin = `${basename(to)}.`
  for (const name of await readdir(dirname(to)).catch(() => [])) {
    if (!name.startsWith(begin) || !name.endsWith(PARTIAL)) continue
    const [, pid] = /^(\d+)-[0-9a-f]{16}$/.exec(name.slice(begin.length, -PARTIAL.length)) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(dirname(to), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
