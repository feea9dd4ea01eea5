import { open } from 'node:fs/promises'
import type { Store } from '@signalbox/core'
import { checkOptions } from '@signalbox/core/errors'
import type { SqliteDatabase } from './database.ts'
import { patienceOf, whenFree } from './failures.ts'
import { migrateSqlite, type SqliteOptions, sqliteStore } from './store.ts'

/** Options for opening a SQLite file. */
export interface OpenSqliteOptions extends SqliteOptions {
  /**
   * What an acknowledged commit survives: with `full` a power cut; with `normal` the end of the process, while a power
   * cut may lose the last commits but never leaves one half written. @default 'full'
   */
  readonly synchronous?: 'full' | 'normal'
}

const optionNames = {
  busyTimeout: true,
  pollInterval: true,
  clock: true,
  random: true,
  report: true,
  synchronous: true,
} as const satisfies Record<keyof OpenSqliteOptions, true>

/**
 * Opens or creates a SQLite file with Node's driver, and migrates it to the newest version of the schema. `:memory:` is
 * a database private to this process. Only the owner can read a file that it creates (0600), because it has secrets. Throws UNAVAILABLE if the file cannot be used, with the reason.
 *
 * @example
 * ```ts
 * const store = await openSqlite('./signalbox.db')
 * const box = createSignalbox({ store })
 * ```
 */
export async function openSqlite(path: string, options: OpenSqliteOptions = {}): Promise<Store> {
  checkOptions('openSqlite', options, optionNames)
  const { synchronous: _ofConnections, ...ofStore } = options
  // Loaded here so that only programs that open a file load the driver.
  const { DatabaseSync } = await import('node:sqlite')
  const connect = (readOnly: boolean, pragmas: string): Promise<SqliteDatabase> =>
    whenFree(() => configured(new DatabaseSync(path, { readOnly }), pragmas), patienceOf(options))

  await createPrivate(path)
  const db = await connect(false, pragmasFor(options))
  try {
    await migrateSqlite(db, options)
    const reader = path === ':memory:' ? undefined : await connect(true, 'pragma cache_size = -16384')
    const store = sqliteStore(db, { ...ofStore, ...(reader && { reader }) })
    let closing: Promise<void> | undefined
    return {
      ...store,
      close() {
        closing ??= closeAll(store, reader ? [reader, db] : [db])
        return closing
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Creates a missing file that only its owner can read. SQLite gives the same mode to its log and its index. A file that is
 * there keeps its mode. Failures are left to SQLite, which names the reason.
 */
async function createPrivate(path: string): Promise<void> {
  if (path === '' || path === ':memory:' || path.startsWith('file:')) return
  await open(path, 'wx', 0o600).then(
    (file) => file.close(),
    () => {},
  )
}

/**
 * Pragmas of the writing connection: a write-ahead log, so that readers and a writer can work concurrently, flushed at
 * each commit (on macOS through the drive's cache), and a page cache, in KiB, that holds the inner pages of a million
 * records.
 */
const pragmasFor = ({ synchronous = 'full' }: OpenSqliteOptions): string => `
  pragma journal_mode = wal;
  pragma synchronous = ${synchronous};
  pragma fullfsync = ${synchronous === 'full'};
  pragma wal_autocheckpoint = 4000;
  pragma cache_size = -65536`

function configured(db: SqliteDatabase, pragmas: string): SqliteDatabase {
  try {
    db.exec(pragmas)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

async function closeAll(store: Store, connections: readonly SqliteDatabase[]): Promise<void> {
  await store.close?.()
  for (const connection of connections) connection.close()
}
