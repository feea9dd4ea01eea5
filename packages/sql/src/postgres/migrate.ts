import { FIRST_VERSION, type Migrated, newestOf, refuseOthers } from '../migrated.ts'
import { type Limit, within } from '../within.ts'
import type { PostgresClient } from './client.ts'
import { toFailure } from './failures.ts'
import { firstSchema } from './schema/first.ts'

/** A migration: statements of a PL/pgSQL block for a schema. */
export type Migration = (schema: string) => string

/**
 * The migrations: the first one creates a schema of version `FIRST_VERSION`, each other one leads to the next version. Append
 * only: a test pins the text of each.
 *
 * @example
 * // Begin a migration by the lock of commits, so that none runs meanwhile:
 * (schema) => `
 *   perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));
 *   alter table "${schema}".records add column …;`
 */
export const migrations: readonly Migration[] = [firstSchema]

/**
 * The schema to migrate, and how long the database may take to report its version. Migrations themselves have no time
 * limit.
 */
export interface Migrating {
  readonly schema: string
  readonly limit: Limit
  /** @default the migrations of this code */
  readonly steps?: readonly Migration[]
}

/**
 * Migrates the tables to the version that this code knows. Does nothing if they are up to date, so a user without the
 * right to create tables can still use the store. Throws UNAVAILABLE for a newer schema, for one of a development version,
 * and if the database cannot be reached.
 */
export async function migrate(
  client: PostgresClient,
  { schema, limit, steps = migrations }: Migrating,
): Promise<Migrated> {
  const look = () => within(limit, versionOf(client, schema))
  const newest = newestOf(steps)
  try {
    const from = await look()
    refuseOthers(from, newest)
    if (from < newest) await client.query(script(schema, steps))
    const to = from < newest ? await look() : from
    refuseOthers(to, newest)
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
function script(schema: string, steps: readonly Migration[]): string {
  const texts = steps.map(
    (step, index) => `
    if _found < ${FIRST_VERSION + index} then
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
  ${texts.join('')}
  insert into "${schema}".numbers as known (name, value) values ('schema', ${newestOf(steps)})
    on conflict (name) do update set value = greatest(known.value, excluded.value);
end
$migration$`
}
