import type { Report } from '@signalbox/core'
import { grouped } from '../grouped.ts'
import { once } from '../once.ts'
import { type Limit, within } from '../within.ts'
import { keepAlive, type PostgresClient } from './client.ts'
import { noAnswer, toFailure } from './failures.ts'
import { checkSchemaName } from './schema-name.ts'
import { migratePostgres } from './store.ts'

/** What a process tells about its units of a limit, and how many more it asks for: a `LeaseAsk` of the gateway. */
export interface LimitAsk {
  readonly key: string
  /** The process. */
  readonly holder: string
}

/** What a process is granted. Times are in milliseconds. */
export interface LimitAnswer {
  readonly granted: number
  readonly left: number
  readonly waitMs: number
  readonly resetMs: number
  readonly holders: number
}

/** Options of limits in PostgreSQL. */
export interface PostgresLimitsOptions {
  /** The schema of its tables; created if it does not exist. @default 'signalbox' */
  readonly schema?: string
  /** How long an ask waits for the database, in milliseconds. @default 10000 */
  readonly timeout?: number
  /** Receives errors of idle connections. @default console.error */
  readonly report?: Report
  /** Milliseconds that only ever grow: old units are deleted once a minute. @default performance.now */
  readonly elapsed?: () => number
}

/** Keeps the units of limits that processes share: a `LimitCarrier` of the gateway. */
export interface PostgresLimits {
  ask(ask: LimitAsk): Promise<LimitAnswer>
  /** Waits for the last answers. */
  close(): Promise<void>
}

/**
 * Keeps the units of limits in a PostgreSQL database, so that all processes that use it share their limits. Asks that are
 * made at once are one statement. Time is that of the database; if its clock is set back, limits go on from there. The
 * tables are unlogged: a crash of the database empties them. Rejects with UNAVAILABLE while the database cannot be reached.
 *
 * @example
 * ```ts
 * const gateway = createGateway({ source, limits: sharedLimits(postgresLimits(pool)) })
 * ```
 */
export function postgresLimits(
  client: PostgresClient,
  {
    schema = 'signalbox',
    timeout = 10_000,
    report = console.error,
    elapsed = () => performance.now(),
  }: PostgresLimitsOptions = {},
): PostgresLimits {
  checkSchemaName(schema)
  keepAlive(client, report)
  const limit: Limit = { ms: timeout, late: noAnswer }
  const ready = once(() => migratePostgres(client, { schema, timeout }))
  let nextTidy = elapsed() + TIDY_MS

  async function run(group: readonly LimitAsk[]): Promise<readonly LimitAnswer[]> {
    await ready()
    const values = [JSON.stringify(group), group[0]?.holder]
    const { rows } = await within(limit, client.query(askSql(schema), values)).catch((error) => {
      throw toFailure(error, 'write')
    })
    const now = elapsed()
    if (now >= nextTidy) {
      nextTidy = now + TIDY_MS
      // What is old does no harm: the next time will do.
      client.query(tidySql(schema)).catch(() => {})
    }
    const answers = new Map((rows as readonly Answered[]).map((row) => [row.key, row]))
    return group.map(({ key }) => {
      const { answer, holders } = answers.get(key) as Answered
      return { ...(JSON.parse(answer) as LimitAnswer), holders: Number(holders) }
    })
  }

  const line = grouped({ next: differing, run })
  return { ask: (ask) => line.commit(ask), close: () => line.drained() }
}

interface Answered {
  readonly key: string
  readonly answer: string
  readonly holders: string
}

const MOST_AT_ONCE = 200

/** How many asks from the front of the line have different keys: a statement changes each row once. */
function differing(line: readonly LimitAsk[]): number {
  const keys = new Set<string>()
  for (const { key } of line) {
    if (keys.has(key) || keys.size === MOST_AT_ONCE) break
    keys.add(key)
  }
  return keys.size
}

/** Rows are locked in the order of their keys, so that two processes do not wait for each other. */
const askSql = (schema: string): string => `
  with seen as (
    insert into "${schema}".limit_holders as known (holder) values ($2)
    on conflict (holder) do update set touched = now() where known.touched < now() - interval '10 seconds'
  ),
  others as (
    select count(*) as number from "${schema}".limit_holders
    where holder <> $2 and touched > now() - interval '60 seconds'
  )
  insert into "${schema}".limits as kept (key, ask, state)
  select ask->>'key', ask, "${schema}".lease_units(null, ask, extract(epoch from clock_timestamp()) * 1000)
  from jsonb_array_elements($1::jsonb) as asked (ask)
  order by 1
  on conflict (key) do update set
    ask = excluded.ask,
    state = "${schema}".lease_units(kept.state, excluded.ask, extract(epoch from clock_timestamp()) * 1000),
    touched = now()
  returning key, state->>'answer' as answer, (select number + 1 from others) as holders`

/** What means nothing any more is deleted once in this time, in milliseconds, with the next ask. */
const TIDY_MS = 60_000

const tidySql = (schema: string): string => `
  with gone as (delete from "${schema}".limit_holders where touched < now() - interval '1 hour')
  delete from "${schema}".limits
  where touched < now() - case ask->'policy'->>'kind'
    when 'month' then interval '33 days'
    when 'day' then interval '3 days'
    when 'window' then interval '4 milliseconds' * (ask->'policy'->>'windowMs')::double precision
    else interval '1 millisecond' * (ask->'policy'->>'windowMs')::double precision
      * (3 + 2 * (ask->'policy'->>'burst')::double precision / greatest(1, (ask->'policy'->>'rate')::double precision))
    end`
