import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { describeRaces } from '@signalbox/testing'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { migratePostgres, postgresStore } from './store.ts'

let server: RealPostgres
let pool: pg.Pool
const options = { schema: 'races', pollInterval: 20, report() {} }

beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
  await migratePostgres(pool, options)
})

afterAll(async () => {
  await pool.end()
  await server.stop()
})

describeRaces('on PostgreSQL', async () => {
  await pool.query('delete from "races".records')
  await pool.query('delete from "races".counts')
  await pool.query('delete from "races".events')
  await pool.query(`update "races".numbers set value = 0 where name in ('head', 'trimmed')`)
  return postgresStore(pool, options)
})
