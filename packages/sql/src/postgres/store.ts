import type { Clock, Random, Report, Store, StoreReplica } from '@signalbox/core'
import { checkOptions, SignalboxError } from '@signalbox/core/errors'
import { platformRandom } from '../backoff.ts'
import { createCondition } from '../condition.ts'
import { termOfKey } from '../event-terms.ts'
import { bySize, bytesOf, grouped } from '../grouped.ts'
import { createIndexes, type Indexes } from '../indexes.ts'
import { instantOf } from '../instant-of.ts'
import { type EventRow, type PastPart, readLog, readLogBack } from '../log.ts'
import type { Migrated } from '../migrated.ts'
import { createNews } from '../news.ts'
import { momentOf } from '../numbers.ts'
import { once } from '../once.ts'
import { createRecent, eventsOf } from '../recent.ts'
import { type CommitRequest, isKey, type Outcome, toCommitted, toRequest, toTexts } from '../request.ts'
import { count, scan } from '../scan.ts'
import { type Limit, within } from '../within.ts'
import { arrayLiteral } from './array-literal.ts'
import { keepAlive, type ListeningClient, type PostgresClient } from './client.ts'
import { commitGroup } from './commit.ts'
import { noAnswer, toFailure } from './failures.ts'
import { postgresIndexes } from './index-tables.ts'
import { joinGets } from './joined-gets.ts'
import { listen } from './listen.ts'
import { migrate } from './migrate.ts'
import { createReplica, type ReplicaReads } from './replica.ts'
import { postgresRows, type Read } from './rows.ts'
import { channelOf, checkSchemaName } from './schema-name.ts'
import { headSql, pastSql, rewriteSql, trimmedSql, trimSql } from './statements.ts'
import { trialSql } from './trial.ts'

/** Options of a store on PostgreSQL. */
export interface PostgresOptions {
  /** The schema of its tables; created if it does not exist. @default 'signalbox' */
  readonly schema?: string
  /**
   * Opens a connection that is notified at once of writes of other processes (LISTEN). @default none: only
   * `pollInterval`
   */
  readonly listen?: () => Promise<ListeningClient>
  /** How often to poll for writes of other processes, in milliseconds. @default 1000, or 5000 with `listen` */
  readonly pollInterval?: number
  /**
   * How long a call waits for the database, in milliseconds, before it fails with UNAVAILABLE. This frees the caller,
   * not the connection: set a shorter limit on the client as well (`query_timeout` of pg). @default 10000
   */
  readonly timeout?: number
  /**
   * How often to check that the connection of `listen` is alive, in milliseconds; a silent one is replaced. @default
   * 10000
   */
  readonly heartbeat?: number
  /**
   * A standby of the database, as a client of its own. It answers `replica.scan` and the like, which is where lists,
   * history and downloads read. If it is behind or fails, the database itself answers. @default none
   */
  readonly replica?: PostgresClient
  /** The commit time of events, which `trim` compares with. @default Date.now */
  readonly clock?: Clock
  /** Adds jitter to the reconnects of several processes. @default crypto.getRandomValues */
  readonly random?: Random
  /**
   * Receives lost connections, failed polls and indexes that cannot be built, once per outage. @default console.error
   */
  readonly report?: Report
}

const optionNames = {
  schema: true,
  listen: true,
  pollInterval: true,
  timeout: true,
  heartbeat: true,
  replica: true,
  clock: true,
  random: true,
  report: true,
} as const satisfies Record<keyof PostgresOptions, true>

/**
 * Creates a store in a schema of a PostgreSQL database (13 or later, encoding UTF8). The first call creates the schema.
 * Any number of processes may share it. The client does not need a session of its own, so a pool works, also behind a
 * pooler; the caller, who opened the client, closes it. Calls fail with UNAVAILABLE while the database cannot be
 * reached, and succeed again afterwards.
 *
 * @example
 * ```ts
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: 'postgres://localhost/signalbox' })
 * const box = createSignalbox({ store: postgresStore(pool) })
 * ```
 */
export function postgresStore(client: PostgresClient, options: PostgresOptions = {}): Store {
  checkOptions('postgresStore', options, optionNames)
  const { schema = 'signalbox', listen: connect, replica, clock = Date.now, random = platformRandom } = options
  const { pollInterval = connect ? 5000 : 1000, timeout = 10_000, heartbeat = 10_000, report = console.error } = options
  const limit: Limit = { ms: timeout, late: noAnswer }
  const ready = once(async () => {
    await migratePostgres(client, { schema, timeout })
    if (!isClosed) listening ??= connect && startListening(connect)
  })
  let listening: ReturnType<typeof listen> | undefined
  let isClosed = false
  /** An outage breaks all idle connections; report it once. */
  let isLost = false
  keepAlive(client, (error) => {
    if (!isLost) report(error)
    isLost = true
  })

  function checkOpen(): void {
    if (isClosed) throw new SignalboxError('UNAVAILABLE', 'The store is closed')
  }

  const read: Read = async <T>(text: string, values: readonly unknown[]) => {
    checkOpen()
    await ready()
    try {
      const { rows } = await within(limit, client.query(text, [...values]))
      isLost = false
      return rows as readonly T[]
    } catch (error) {
      throw toFailure(error)
    }
  }
  const head = async () => Number((await read<{ head: string }>(headSql(schema), []))[0]?.head)

  const rows = postgresRows(read, schema)
  const getRow = joinGets(read, schema)
  const tables = postgresIndexes(read, { schema, pick: rows.pick })
  const indexes = createIndexes(tables, report)
  const elapsed = () => performance.now()
  const standby = replica && createReplica({ client: replica, primary: read, timeout, report, elapsed })
  const recent = createRecent(clock)
  async function run(group: readonly CommitRequest[]): Promise<readonly Outcome[]> {
    await ready()
    isWriting = true
    try {
      const writing = { schema, ...momentOf(clock) }
      const { outcomes, before } = await within(limit, commitGroup(client, writing, group))
      const events = eventsOf(group, outcomes)
      if (before !== undefined && events.length > 0) recent.add(before, events)
      heard = Math.max(heard, events.at(-1)?.id ?? 0)
      return outcomes
    } catch (error) {
      throw toFailure(error, 'write')
    } finally {
      isWriting = false
      standby?.require()
      if (tell(heard)) news.publish()
    }
  }
  const condition = createCondition({
    async probe(size) {
      await run([]) // writes no row but needs the rights of any other group
      await read(trialSql(size), [])
    },
  })
  const line = grouped({
    next: bySize,
    run: (group: readonly CommitRequest[]) =>
      condition.write(
        () => run(group),
        (outcomes) => bytesOf(group, outcomes),
      ),
  })

  /**
   * Id of the newest event that watchers know of. Ids are assigned in commit order, so a reader that got this far has
   * missed nothing.
   */
  let newest = 0
  /** Id of the newest event that the database has told. */
  let heard = 0
  /** While a group is written, notifications wait: most of them are its own, and its events need not be read. */
  let isWriting = false
  function tell(id: number): boolean {
    const isNew = id > newest
    newest = Math.max(newest, id)
    return isNew
  }
  const news = createNews({ poll: async () => tell(await head()), interval: pollInterval, report })
  /**
   * Called after the database has answered once: otherwise an unreachable database would be reported here as well as by
   * the call.
   */
  const startListening = (connect: () => Promise<ListeningClient>) =>
    listen({
      connect,
      channel: channelOf(schema),
      onMessage: (id) => {
        standby?.require()
        if (id === undefined) return news.publish()
        heard = Math.max(heard, Number(id))
        if (!isWriting && tell(heard)) news.publish()
      },
      report,
      backoff: { first: 100, longest: 2000, random },
      heartbeat,
      timeout,
    })

  /** Indexes are built by the database itself, so entries that are complete there may still be missing in the replica. */
  function indexesOf({ read: readReplica, require }: ReplicaReads): Indexes {
    const after = async <T>(task: Promise<T>): Promise<T> => task.finally(require)
    const there = postgresIndexes(readReplica, { schema, pick: postgresRows(readReplica, schema).pick })
    return createIndexes(
      {
        ...there,
        look: (names) => after(tables.look(names)),
        build: (names, size) => after(tables.build(names, size)),
        keepSize: (index, term) => after(tables.keepSize(index, term)),
      },
      report,
    )
  }

  const past = (read: Read, part: PastPart) =>
    readLogBack((before, limit) => {
      const values = part.key === undefined ? [before] : [before, termOfKey(part.key)]
      return read<EventRow>(pastSql(schema, { isOfKey: part.key !== undefined, limit }), values)
    }, part)

  function replicaOf(reads: ReplicaReads) {
    const replicaRows = postgresRows(reads.read, schema)
    const replicaIndexes = indexesOf(reads)
    const replica: StoreReplica = {
      scan: (collection, scanOptions) => scan(replicaRows, collection, scanOptions),
      count: (collection, where) => count(replicaRows, collection, where),
      index: replicaIndexes.find,
      indexWithin: replicaIndexes.findWithin,
      readBack: (part = {}) => past(reads.read, part),
    }
    return { replica, close: replicaIndexes.close }
  }
  const reading = standby && replicaOf(standby)

  return {
    kind: 'postgres',
    ...(reading && { replica: reading.replica }),
    async get(collection, key) {
      if (!isKey(key)) return undefined
      const row = await getRow(collection, key)
      return row && { value: JSON.parse(row.value), version: String(row.version) }
    },
    scan: (collection, scanOptions) => scan(rows, collection, scanOptions),
    count: (collection, where) => count(rows, collection, where),
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
          const sql = `select id, event from "${schema}".events where id > $1 order by id limit ${limit}`
          return read<EventRow>(sql, [after])
        }, rest),
      ),
    async countEvents({ after, limit }) {
      const sql = `select count(*) as found from (select 1 from "${schema}".events where id > $1 limit ${limit}) as events`
      const [row] = await read<{ found: number | string }>(sql, [after])
      return Number(row?.found)
    },
    readBack: (part = {}) => past(read, part),
    head,
    async check() {
      await head()
      await condition.check()
    },
    watch(listener) {
      ready().catch(() => {}) // polling retries and reports
      return news.watch(listener)
    },
    async trim(before) {
      const instant = instantOf(before)
      recent.clear()
      for (let more = true; more; ) more = (await read<{ more: boolean }>(trimSql(schema), [instant]))[0]?.more === true
    },
    async trimmedTo() {
      return Number((await read<{ trimmed: string }>(trimmedSql(schema), []))[0]?.trimmed)
    },
    async rewrite(events) {
      const texts = toTexts(events)
      const columns = [`{${texts.map(([id]) => id).join()}}`, arrayLiteral(texts.map(([, text]) => text))]
      await read(rewriteSql(schema), columns)
      recent.clear()
      standby?.require()
    },
    async close() {
      isClosed = true
      news.close()
      await Promise.all([line.drained(), indexes.close(), reading?.close()])
      await listening?.stop()
    },
  }
}

/**
 * Migrates the schema of a PostgreSQL database to the newest version that this code knows, as the store does at its
 * first call. Several processes may do so at once.
 *
 * @example
 * ```ts
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: 'postgres://localhost/signalbox' })
 * const { from, to } = await migratePostgres(pool)
 * console.log(`schema version ${from} → ${to}`)
 * ```
 */
export const migratePostgres = async (
  client: PostgresClient,
  { schema = 'signalbox', timeout = 10_000 }: Pick<PostgresOptions, 'schema' | 'timeout'> = {},
): Promise<Migrated> => migrate(client, { schema: checkSchemaName(schema), limit: { ms: timeout, late: noAnswer } })
