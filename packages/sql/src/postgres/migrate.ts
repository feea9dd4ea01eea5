import type { Migrated } from '../migrated.ts'
import { refuseNewer } from '../migrated.ts'
import type { Limit } from '../within.ts'
import { within } from '../within.ts'
import type { PostgresClient } from './client.ts'
import { toFailure } from './failures.ts'
import { version1 } from './version-1.ts'
import { version2 } from './version-2.ts'
import { version3 } from './version-3.ts'

/** What leads from one version of the schema to the next. Only ever added to: a test keeps the text of each. */
export const migrations: readonly ((schema: string) => string)[] = [version1, version2, version3]

/** What is migrated, and how long the database may take to tell the version of its schema. Migrating takes as long as it takes. */
export interface Migrating {
  readonly schema: string
  readonly limit: Limit
}

/**
 * Brings the tables to the version that this code knows. Does nothing where nothing is to do, so a user without the
 * right to create tables may go on. Throws UNAVAILABLE: for a newer schema, and while the database cannot be reached.
 */
export async function migrate(client: PostgresClient, { schema, limit }: Migrating): Promise<Migrated> {
  const look = () => within(limit, versionOf(client, schema))
  try {
    const from = await look()
    refuseNewer(from, migrations.length)
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

/** All migrations as one statement, so that one connection of a pool carries them out in one transaction, under a lock. */
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
