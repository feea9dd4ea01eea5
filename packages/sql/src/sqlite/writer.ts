import type { Clock, Report } from '@signalbox/core'
import { createCondition } from '../condition.ts'
import type { SqliteDatabase } from './database.ts'
import type { Patience } from './failures.ts'
import { isDamage, whenFree } from './failures.ts'
import type { Files } from './files.ts'
import { filesOf } from './files.ts'
import { transaction } from './transaction.ts'

/** What writes, and how. */
export interface Writing {
  readonly db: SqliteDatabase
  readonly patience: Patience
  readonly clock: Clock
  readonly report: Report
}

/** Writes that count: none is acknowledged that a restart would not find. */
export interface Writer {
  /** To be called once the database has been read: remembers its files. */
  opened(): void
  /** Does a task in one transaction. Fails when the file is damaged, deleted or replaced, and with all that follows. */
  write<T>(task: () => T): Promise<T>
  /** Remembers a failure of reading that tells of damage. */
  note(error: unknown): void
  /** Fails when writing would. */
  check(): Promise<void>
  close(): void
}

/** How often to look whether the files are still there, in milliseconds: what was acknowledged in between can be saved. */
const CHECK_MS = 1000

/** Changes a row that nothing reads. */
const PROBE = "insert or replace into signalbox_numbers (name, value) values ('probe', ?)"

/** Writes to a database, and watches its files, until it is closed. */
export function createWriter({ db, patience, clock, report }: Writing): Writer {
  let files: Files | undefined
  const condition = createCondition({
    probe: () => transact(() => db.prepare(PROBE).run(Math.trunc(clock()))),
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
    write: (task) => condition.write(() => transact(task)),
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
