import type { Store } from '@signalbox/core'
import { checkOptions } from '@signalbox/core/errors'
import type { SqliteDatabase } from './database.ts'
import { patienceOf, whenFree } from './failures.ts'
import type { SqliteOptions } from './store.ts'
import { migrateSqlite, sqliteStore } from './store.ts'

/** How a SQLite file is opened. */
export interface OpenSqliteOptions extends SqliteOptions {
  /**
   * What a commit has outlived when it is acknowledged: `full`, a power cut; `normal`, the end of the process: a power
   * cut may take the last commits, and never leaves a half one. @default 'full'
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
 * Opens a SQLite file, or creates it, with the driver of Node, and brings it to the newest version of the schema.
 * `:memory:` is a database of this process alone. Throws UNAVAILABLE when the file cannot be used, and says why.
 */
export async function openSqlite(path: string, options: OpenSqliteOptions = {}): Promise<Store> {
  checkOptions('openSqlite', options, optionNames)
  const { synchronous: _ofConnections, ...ofStore } = options
  // Only who opens a file loads the driver.
  const { DatabaseSync } = await import('node:sqlite')
  const connect = (readOnly: boolean, pragmas: string): Promise<SqliteDatabase> =>
    whenFree(() => configured(new DatabaseSync(path, { readOnly }), pragmas), patienceOf(options))

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
 * A write-ahead log, so that readers and a writer go side by side, flushed at each commit, on macOS through the drive's
 * cache; a cache in KiB that keeps the inner pages of a million records.
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
