import type { Clock, Report } from '@signalbox/core'
import { createCondition } from '../condition.ts'
import type { SqliteDatabase } from './database.ts'
import { isDamage, type Patience, whenFree } from './failures.ts'
import { type Files, filesOf } from './files.ts'
import { transaction } from './transaction.ts'

/** A row of a size, in bytes, without a copy of it in the memory of this process. */
const ROW = "insert into signalbox_records (collection, key, version, value) values ('', 'trial', 0, hex(zeroblob(?)))"

/**
 * Writes as much as a commit of a size does, in bytes, and rolls it back, so that nothing remains. Its pages do not wait
 * in memory for the commit: they are written at once, because the cache holds next to none. Throws SQLite's errors.
 */
function tryToWrite(db: SqliteDatabase, size: number): void {
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
    // SQLite has rolled back automatically, as it does after some failures.
  }
}

/** What a writer depends on. */
export interface Writing {
  readonly db: SqliteDatabase
  readonly patience: Patience
  readonly clock: Clock
  readonly report: Report
}

/** Writes to a database, and only acknowledges what a restart would find. */
export interface Writer {
  /** Remembers the files of the database; to be called after its first read. */
  opened(): void
  /**
   * Runs a task in one transaction. Once the file has been damaged, deleted or replaced, this and all later writes
   * fail. `sizeOf` returns about how many bytes it writes, with its result if there is one. @default 0
   */
  write<T>(task: () => T, sizeOf?: (result?: T) => number): Promise<T>
  /** Records a failed read if it means that the file is damaged. */
  note(error: unknown): void
  /** Fails if a write would fail. */
  check(): Promise<void>
  close(): void
}

/**
 * How often to check that the files still exist, in milliseconds. Commits acknowledged in between can still be saved.
 */
const CHECK_MS = 1000

/** Writes a row that nobody reads. */
const PROBE = "insert or replace into signalbox_numbers (name, value) values ('probe', ?)"

/** Creates a writer that also watches the files of the database until it is closed. */
export function createWriter({ db, patience, clock, report }: Writing): Writer {
  let files: Files | undefined
  const condition = createCondition({
    async probe(size) {
      await whenFree(() => tryToWrite(db, size), patience)
      await transact(() => db.prepare(PROBE).run(Math.trunc(clock())))
    },
    isLasting: isDamage,
  })

  async function transact<T>(task: () => T): Promise<T> {
    const result = await whenFree(() => transaction(db, task), patience)
    checkFiles()
    return result
  }

  function checkFiles(): void {
    try {
      files?.check()
    } catch (error) {
      condition.condemn(error)
      throw error
    }
  }

  const timer = setInterval(() => {
    try {
      checkFiles()
    } catch (error) {
      clearInterval(timer)
      report(error)
    }
  }, CHECK_MS).unref()

  return {
    opened() {
      files ??= filesOf(db)
    },
    write: (task, sizeOf) => condition.write(() => transact(task), sizeOf),
    note(error) {
      if (isDamage(error)) condition.condemn(error)
    },
    async check() {
      checkFiles()
      await condition.check()
    },
    close: () => clearInterval(timer),
  }
}
