import { createSignalbox, type Store } from '@signalbox/core'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { describeApi, describeStore } from '@signalbox/testing'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { partsThatStore } from '../parts-that-store.fixture.ts'
import { migratePostgres, type PostgresOptions, postgresStore } from './store.ts'

let server: RealPostgres
let pool: pg.Pool

beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
})

afterAll(async () => {
  await pool.end()
  await server.stop()
})

const migrated = new Set<string>()

/** Opens an empty store. The tests of a suite run one after the other on the same schema, which is migrated once. */
async function emptied(options: PostgresOptions): Promise<Store> {
  const { schema = '' } = options
  if (!migrated.has(schema)) await migratePostgres(pool, options)
  migrated.add(schema)
  await pool.query(`
    delete from "${schema}".records;
    truncate "${schema}".counts, "${schema}".events;
    update "${schema}".numbers set value = 0 where name in ('head', 'trimmed')`)
  return postgresStore(pool, options)
}

/** Failures when the server shuts down are not failures of the suite. */
const report = () => {}

const polling = { schema: 'polling', pollInterval: 50, report }
describeStore('on PostgreSQL', () => emptied(polling), { connect: () => postgresStore(pool, polling) })

const listening = { schema: 'listening', listen: () => server.connect(), pollInterval: 3_600_000, report }
describeStore('on PostgreSQL that tells of news', () => emptied(listening), {
  connect: () => postgresStore(pool, listening),
})

describeApi(
  'in process, on PostgreSQL',
  async (ports) => {
    const { clock, random, report } = ports
    const box = createSignalbox({ ...ports, store: await emptied({ clock, random, report, schema: 'api' }) })
    return { api: box, close: box.close }
  },
  { only: partsThatStore },
)
