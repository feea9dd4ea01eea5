import { pathToFileURL } from 'node:url'
import { SignalboxError } from '@signalbox/core/errors'
import { newestOf, refuseOthers } from '../../migrated.ts'
import type { SqliteDatabase, SqliteRow } from '../database.ts'
import { toFailure } from '../failures.ts'
import { migrations, versionOf } from '../migrate.ts'

/**
 * Checks a whole database file: that each page of it can be read, and that this version of Signalbox can use it. Throws
 * UNAVAILABLE with what is wrong.
 */
export async function verifyDatabase(path: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite')
  let db: SqliteDatabase | undefined
  try {
    // Nobody writes to it: no locks, and no files beside it.
    const url = pathToFileURL(path)
    url.searchParams.set('immutable', '1')
    db = new DatabaseSync(url, { readOnly: true })
    const problems = (db.prepare('pragma integrity_check(3)').all() as readonly SqliteRow[]).map(
      ({ integrity_check: problem }) => String(problem),
    )
    if (problems.join() !== 'ok') throw unusable(`it is damaged (${problems.join('; ')})`)
    const version = versionOf(db)
    if (version === 0) throw unusable('it has no tables of Signalbox')
    refuseOthers(version, newestOf(migrations))
  } catch (error) {
    throw toFailure(error)
  } finally {
    db?.close()
  }
}

const unusable = (reason: string): SignalboxError =>
  new SignalboxError('UNAVAILABLE', `The file is no backup of Signalbox: ${reason}`)
