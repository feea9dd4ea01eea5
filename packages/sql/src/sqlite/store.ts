import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Random, Report, Store } from '@signalbox/core'
import { checkOptions, SignalboxError } from '@signalbox/core/errors'
import { bySize, bytesOf, grouped } from '../grouped.ts'
import { createIndexes } from '../indexes.ts'
import { instantOf } from '../instant-of.ts'
import { type EventRow, readLog, readLogBack } from '../log.ts'
import type { Migrated } from '../migrated.ts'
import { createNews } from '../news.ts'
import { momentOf } from '../numbers.ts'
import { once } from '../once.ts'
import { createRecent, eventsOf } from '../recent.ts'
import { type CommitRequest, isKey, toCommitted, toRequest, toTexts } from '../request.ts'
import { count, scan } from '../scan.ts'
import { commitGroup, type Written } from './commit.ts'
import { type SqliteDatabase, type Statements, statementsOf } from './database.ts'
import { isTaken, patienceOf, whenFree } from './failures.ts'
import { sqliteIndexes } from './index-tables.ts'
import { migrate } from './migrate.ts'
import { past } from './past.ts'
import { positionsOf } from './positions.ts'
import { sqliteRows } from './rows.ts'
import { createWriter } from './writer.ts'

/** Options of a store on SQLite. */
export interface SqliteOptions {
  /** How long a call waits while another process writes, in milliseconds. @default 5000 */
  readonly busyTimeout?: number
  /** How often to poll for writes of other processes, in milliseconds. @default 100 */
  readonly pollInterval?: number
  /** The commit time of events, which `trim` compares with. @default Date.now */
  readonly clock?: Clock
  /** Adds jitter to the retries of processes that wait for each other. @default crypto.getRandomValues */
  readonly random?: Random
  /**
   * Receives failed polls and failed index builds, once per outage, and the loss of the database files. @default
   * console.error
   */
  readonly report?: Report
}

/** Options of a store on connections that are already open. */
export interface SqliteStoreOptions extends SqliteOptions {
  /** A second connection to the same file, for reading. @default the first one */
  readonly reader?: SqliteDatabase
}

const optionNames = {
  busyTimeout: true,
  pollInterval: true,
  clock: true,
  random: true,
  report: true,
  reader: true,
} as const satisfies Record<keyof SqliteStoreOptions, true>

const TRIM_STEP = 500

/**
 * Creates a store in tables of a SQLite database (names beginning with `signalbox_`). The first call creates the
 * tables. The connection must be used by the store alone; its pragmas decide whether commits survive a power cut
 * (`openSqlite` sets them), and the caller, who opened it, closes it. Calls fail with UNAVAILABLE while the file cannot
 * be read or written, and succeed again afterwards.
 *
 * @example
 * ```ts
 * import Database from 'better-sqlite3'
 *
 * const store = sqliteStore(new Database('./signalbox.db'))
 * ```
 */
export function sqliteStore(db: SqliteDatabase, options: SqliteStoreOptions = {}): Store {
  checkOptions('sqliteStore', options, optionNames)
  const { reader = db, pollInterval = 100, clock = Date.now, report = console.error } = options
  const patience = patienceOf(options)
  const writing = statementsOf(db)
  const reading = statementsOf(reader)
  const writer = createWriter({ db, patience, clock, report })
  const ready = once(async () => {
    await migrateSqlite(db, options)
    writer.opened()
  })
  let isClosed = false

  function checkOpen(): void {
    if (isClosed) throw new SignalboxError('UNAVAILABLE', 'The store is closed')
  }
  async function attempt<T>(task: () => T): Promise<T> {
    checkOpen()
    await ready()
    try {
      return await whenFree(task, patience)
    } catch (error) {
      writer.note(error)
      throw error
    }
  }

  // The version that the writing connection sees counts the commits of other processes and not its own.
  const positions = positionsOf(reading, () => versionOfData(writing))
  const rows = sqliteRows({ statements: reading, positions, attempt })

  const indexes = createIndexes(
    sqliteIndexes({ reading, writing, attempt, write: writer.write, pick: rows.pick }),
    report,
  )

  const recent = createRecent(clock)

  const number = (name: 'event' | 'trimmed') =>
    attempt(() => Number(reading.get('select value from signalbox_numbers where name = ?', name)?.value))

  const commit = (group: readonly CommitRequest[], isHopeful: boolean) =>
    writer.write(
      () => commitGroup(writing, group, { ...momentOf(clock), isHopeful }),
      (written) => bytesOf(group, written?.outcomes),
    )

  function write(group: readonly CommitRequest[]): Promise<Written> {
    return commit(group, true).catch((error) => {
      if (!isTaken(error)) throw error
      return commit(group, false)
    })
  }

  const line = grouped({
    next: bySize,
    async run(group) {
      await ready()
      const { outcomes, before } = await positions.during(() => write(group))
      const events = eventsOf(group, outcomes)
      if (events.length > 0) {
        recent.add(before, events)
        news.publish()
      }
      return outcomes
    },
  })

  const news = createNews({ poll: hasChanged(writing), interval: pollInterval, report })

  return {
    kind: 'sqlite',
    async get(collection, key, { asText = false } = {}) {
      if (!isKey(key)) return undefined
      const [row] = await rows.pick(collection, [key])
      if (!row) return undefined
      const version = String(row.version)
      return asText ? { value: undefined, text: row.value, version } : { value: JSON.parse(row.value), version }
    },
    scan: (collection, options) => scan(rows, collection, options),
    count: (collection, options) => count(rows, collection, options),
    index: indexes.find,
    indexWithin: indexes.findWithin,
    async commit(changes, drafts) {
      checkOpen()
      const request = toRequest(changes, drafts)
      return toCommitted(request, await line.commit(request))
    },
    read: (part) =>
      recent.read(part, (rest) =>
        readLog((after, limit) => {
          const sql = 'select id, event from signalbox_events where id > ? order by id limit ?'
          return attempt(() => reading.all(sql, after, limit) as unknown as readonly EventRow[])
        }, rest),
      ),
    async countEvents({ after, limit }) {
      const sql = 'select count(*) as found from (select 1 from signalbox_events where id > ? limit ?)'
      return attempt(() => Number(reading.get(sql, after, limit)?.found))
    },
    readBack: (part = {}) =>
      readLogBack((before, limit) => attempt(() => past(reading, { ...part, before, limit })), part),
    head: () => number('event'),
    async check() {
      await attempt(() => reading.get('select 1 from signalbox_numbers'))
      await writer.check()
    },
    watch: news.watch,
    async trim(before) {
      const instant = instantOf(before)
      recent.clear()
      const sql = `
        delete from signalbox_events
        where at < ? and id in (select id from signalbox_events order by id limit ${TRIM_STEP})`
      while ((await attempt(() => writing.run(sql, instant))) > 0) await nextTurn()
      recent.clear() // commits may have added events that were then deleted
    },
    trimmedTo: () => number('trimmed'),
    async rewrite(events) {
      checkOpen()
      await ready()
      const texts = toTexts(events)
      await writer.write(() => {
        for (const [id, text] of texts) writing.run('update signalbox_events set event = ? where id = ?', text, id)
      })
      recent.clear()
    },
    async close() {
      isClosed = true
      writer.close()
      news.close()
      await Promise.all([line.drained(), indexes.close()])
    },
  }
}

/** Returns a number that changes whenever another connection has written. */
const versionOfData = ({ get }: Statements) => get('pragma data_version')?.data_version

/** Returns a function that says whether another connection has written since its last call; true at the first call. */
function hasChanged(statements: Statements): () => boolean {
  let seen: unknown
  return () => {
    const before = seen
    seen = versionOfData(statements)
    return seen !== before
  }
}

/**
 * Migrates the tables of a SQLite database to the newest version that this code knows, as the store does at its first
 * call. Several processes may do so at once.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from 'node:sqlite'
 *
 * const { from, to } = await migrateSqlite(new DatabaseSync('./signalbox.db'))
 * console.log(`schema version ${from} → ${to}`)
 * ```
 */
export function migrateSqlite(db: SqliteDatabase, options: SqliteOptions = {}): Promise<Migrated> {
  return whenFree(() => migrate(db), patienceOf(options))
}
