import { backupSqlite, restoreSqlite } from '@signalbox/sql'
import { cannotBe } from '../files/files.ts'
import type { Settings } from '../settings/settings.ts'
import { fileOfStore, nameOfStore } from '../stores/stores.ts'
import type { Run } from './command.ts'

/** `signalbox backup`: the database file of the store to another file, also while a server uses it. */
export const runBackup: Run = async ({ file }, settings) => {
  if (file === undefined) throw new Error('backup requires a file: signalbox backup FILE')
  const { bytes } = await backupSqlite(databaseOf(settings, 'pg_dump writes a backup of PostgreSQL'), file).catch(
    ofFileSystem(file),
  )
  console.error(`${file} contains secrets in plain text: protect it like the store itself`)
  console.log(`wrote ${file}, ${bytes} bytes`)
  return true
}

/** `signalbox restore`: a backup to the place of the database file of the store. */
export const runRestore: Run = async ({ file }, settings) => {
  if (file === undefined) throw new Error('restore requires a file: signalbox restore FILE')
  const path = databaseOf(settings, 'pg_restore restores a backup of PostgreSQL')
  const { replaced } = await restoreSqlite(file, path).catch(ofFileSystem(path))
  console.log(`restored ${path} from ${file}`)
  if (replaced !== undefined) console.log(`the earlier database is ${replaced}`)
  return true
}

function databaseOf({ store }: Settings, instead: string): string {
  const path = fileOfStore(store)
  if (path !== undefined) return path
  throw new Error(`${nameOfStore(store)} is not a SQLite file: ${instead}; set SIGNALBOX_STORE to sqlite:FILE`)
}

/** Describes errors of the file system; others are sentences already. */
const ofFileSystem =
  (path: string) =>
  (error: unknown): never => {
    const { syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    return cannotBe('written', path)(error)
  }
