import type { Migrated } from '../migrated.ts'
import { refuseNewer } from '../migrated.ts'
import type { Limit } from '../within.ts'
import { within } from '../within.ts'
import type { PostgresClient } from './client.ts'
import { toFailure } from './failures.ts'
import { prepareEvents } from './prepare-events.ts'
import { version1 } from './version-1.ts'
import { version2 } from './version-2.ts'
import { version3 } from './version-3.ts'
import { version4 } from './version-4.ts'
import { version5 } from './version-5.ts'
import { version6 } from './version-6.ts'
import { version7 } from './version-7.ts'
import { version8 } from './version-8.ts'
import { version9 } from './version-9.ts'
import { version10 } from './version-10.ts'

/** The migrations from each version of the schema to the next. Append only: a test pins the text of each. */
export const migrations: readonly ((schema: string) => string)[] = [
  version1,
  version2,
  version3,
  version4,
  version5,
  version6,
  version7,
  version8,
  version9,
  version10,
]

/** The version from which the log has partitions. */
const PARTITIONED = 8

/**
 * The schema to migrate, and how long the database may take to report its version. Migrations themselves have no time
 * limit.
 */
export interface Migrating {
  readonly schema: string
  readonly limit: Limit
}

/**
 * Migrates the tables to the version that this code knows. Does nothing if they are up to date, so a user without the
 * right to create tables can still use the store. Throws UNAVAILABLE for a newer schema, and if the database cannot be
 * reached.
 */
export async function migrate(client: PostgresClient, { schema, limit }: Migrating): Promise<Migrated> {
  const look = () => within(limit, versionOf(client, schema))
  try {
    const from = await look()
    refuseNewer(from, migrations.length)
    if (from > 0 && from < PARTITIONED) for (const step of prepareEvents(schema)) await client.query(step)
    if (from < migrations.length) await client.query(script(schema))
    const to = from < migrations.length ? await look() : from
    refuseNewer(to, migrations.length)
    return { from, to }
  } catch (error) {
    throw toFailure(error)
  }
}

async function versionOf(client: PostgresClient, schema: string): Promise<number> {
  const table = `"${schema}".numbers`
  const { rows } = await client.query('select to_regclass($1) is not null as there', [table])
  if (!(rows[0] as { there: boolean }).there) return 0
  const found = await client.query(`select value from ${table} where name = 'schema'`)
  return Number((found.rows[0] as { value?: string } | undefined)?.value ?? 0)
}

/**
 * Returns all migrations as one statement, so that a pool runs them on one connection, in one transaction and under a
 * lock.
 */
function script(schema: string): string {
  const steps = migrations.map(
    (step, index) => `
    if _found < ${index + 1} then
      ${step(schema)}
    end if;`,
  )
  return `
do $migration$
declare
  _found bigint;
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'The encoding of the database is %, and must be UTF8', current_setting('server_encoding')
      using errcode = 'SB001';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('signalbox schema ${schema}', 0));
  -- Asked of the table: what this session believes to know may be from before the lock.
  if not exists (select from pg_namespace where nspname = '${schema}') then
    create schema "${schema}";
  end if;
  create table if not exists "${schema}".numbers (name text primary key, value bigint not null);
  select coalesce(max(value), 0) into _found from "${schema}".numbers where name = 'schema';
  ${steps.join('')}
  insert into "${schema}".numbers as known (name, value) values ('schema', ${migrations.length})
    on conflict (name) do update set value = greatest(known.value, excluded.value);
end
$migration$`
}
