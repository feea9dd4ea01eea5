import type { Clock, Random, Report, Store } from '@signalbox/core'
import { checkOptions, SignalboxError } from '@signalbox/core/errors'
import { platformRandom } from '../backoff.ts'
import { createCondition } from '../condition.ts'
import { bySize, grouped } from '../grouped.ts'
import { createIndexes } from '../indexes.ts'
import type { EventRow } from '../log.ts'
import { readLog } from '../log.ts'
import type { Migrated } from '../migrated.ts'
import { createNews } from '../news.ts'
import { momentOf } from '../numbers.ts'
import { once } from '../once.ts'
import type { CommitRequest, Outcome } from '../request.ts'
import { isKey, toCommitted, toRequest } from '../request.ts'
import { count, scan } from '../scan.ts'
import type { Limit } from '../within.ts'
import { within } from '../within.ts'
import type { ListeningClient, PostgresClient } from './client.ts'
import { keepAlive } from './client.ts'
import { commitGroup } from './commit.ts'
import { noAnswer, toFailure } from './failures.ts'
import { postgresIndexes } from './index-tables.ts'
import { listen } from './listen.ts'
import { migrate } from './migrate.ts'
import type { Read } from './rows.ts'
import { postgresRows } from './rows.ts'
import { channelOf, checkSchemaName } from './schema-name.ts'
import { headSql, trimSql } from './statements.ts'

/** How a store on PostgreSQL behaves. */
export interface PostgresOptions {
  /** The schema that holds its tables; created when it is not there. @default 'signalbox' */
  readonly schema?: string
  /** Opens a connection to be told at once of what other processes wrote (LISTEN). @default none: only `pollInterval` */
  readonly listen?: () => Promise<ListeningClient>
  /** How often to look for what other processes wrote, in milliseconds. @default 1000, or 5000 with `listen` */
  readonly pollInterval?: number
  /**
   * How long a call waits for the database, in milliseconds; then it fails with UNAVAILABLE. This frees the caller, not the
   * connection: also give the client such a limit (`query_timeout` of pg), a shorter one. @default 10000
   */
  readonly timeout?: number
  /** How often to ask the connection of `listen` for a sign of life, in milliseconds; a silent one is replaced. @default 10000 */
  readonly heartbeat?: number
  /** The time that events are committed at, for `trim`. @default Date.now */
  readonly clock?: Clock
  /** Spreads processes that come back at the same time. @default crypto.getRandomValues */
  readonly random?: Random
  /** Told of lost connections, of failing looks and of indexes that cannot be built, once each time they begin. @default console.error */
  readonly report?: Report
}

const optionNames = {
  schema: true,
  listen: true,
  pollInterval: true,
  timeout: true,
  heartbeat: true,
  clock: true,
  random: true,
  report: true,
} as const satisfies Record<keyof PostgresOptions, true>

/**
 * The records and the log in a schema of a PostgreSQL database (13 or later, encoding UTF8), which is created at the
 * first call. Any number of processes may share it. The client needs no session of its own, so a pool will do, also
 * behind a pooler; whoever opened it closes it. Calls fail with UNAVAILABLE while the database cannot be reached, and
 * work again when it can.
 */
export function postgresStore(client: PostgresClient, options: PostgresOptions = {}): Store {
  checkOptions('postgresStore', options, optionNames)
  const { schema = 'signalbox', listen: connect, clock = Date.now, random = platformRandom } = options
  const { pollInterval = connect ? 5000 : 1000, timeout = 10_000, heartbeat = 10_000, report = console.error } = options
  const limit: Limit = { ms: timeout, late: noAnswer }
  const ready = once(async () => {
    await migratePostgres(client, { schema, timeout })
    if (!isClosed) listening ??= connect && startListening(connect)
  })
  let listening: ReturnType<typeof listen> | undefined
  let isClosed = false
  /** An outage takes all idle connections; it is one piece of news. */
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
  const indexes = createIndexes(postgresIndexes(read, { schema, pick: rows.pick }), report)
  async function run(group: readonly CommitRequest[]): Promise<readonly Outcome[]> {
    await ready()
    return within(limit, commitGroup(client, { schema, ...momentOf(clock) }, group)).catch((error) => {
      throw toFailure(error, 'write')
    })
  }
  // A group of none writes no row, and fails as all others would.
  const condition = createCondition({ probe: () => run([]) })
  const line = grouped({ next: bySize, run: (group) => condition.write(() => run(group)) })

  /** The newest event that watchers were told of. Commit order is id order: whoever reads to here has missed none. */
  let newest = 0
  function tell(id: number): boolean {
    const isNew = id > newest
    newest = Math.max(newest, id)
    return isNew
  }
  const news = createNews({ poll: async () => tell(await head()), interval: pollInterval, report })
  /** Not before the database has answered once: who cannot reach it is told by the call, not twice. */
  const startListening = (connect: () => Promise<ListeningClient>) =>
    listen({
      connect,
      channel: channelOf(schema),
      onMessage: (id) => {
        if (id === undefined || tell(Number(id))) news.publish()
      },
      report,
      backoff: { first: 100, longest: 5000, random },
      heartbeat,
      timeout,
    })

  return {
    async get(collection, key) {
      if (!isKey(key)) return undefined
      const [row] = await rows.pick(collection, [key])
      return row && { value: JSON.parse(row.value), version: String(row.version) }
    },
    scan: (collection, scanOptions) => scan(rows, collection, scanOptions),
    count: (collection, where) => count(rows, collection, where),
    index: indexes.find,
    async commit(changes, drafts) {
      checkOpen()
      const request = toRequest(changes, drafts)
      const outcome = await line.commit(request)
      if ('ids' in outcome && tell(outcome.ids.at(-1) ?? 0)) news.publish()
      return toCommitted(request, outcome)
    },
    read: (part) =>
      readLog((after, limit) => {
        const sql = `select id, event from "${schema}".events where id > $1 order by id limit ${limit}`
        return read<EventRow>(sql, [after])
      }, part),
    head,
    async check() {
      await head()
      await condition.check()
    },
    watch(listener) {
      ready().catch(() => {}) // looking for news tries again, and reports
      return news.watch(listener)
    },
    async trim(before) {
      for (let trimmed = 1; trimmed > 0; )
        trimmed = Number((await read<{ trimmed: string }>(trimSql(schema), [before.getTime()]))[0]?.trimmed)
    },
    async close() {
      isClosed = true
      news.close()
      await Promise.all([line.drained(), indexes.close()])
      await listening?.stop()
    },
  }
}

/**
 * Brings the schema of a PostgreSQL database to the newest version this code knows, as the store does at its first call.
 * Safe when several processes do so at once.
 */
export const migratePostgres = async (
  client: PostgresClient,
  { schema = 'signalbox', timeout = 10_000 }: Pick<PostgresOptions, 'schema' | 'timeout'> = {},
): Promise<Migrated> => migrate(client, { schema: checkSchemaName(schema), limit: { ms: timeout, late: noAnswer } })
