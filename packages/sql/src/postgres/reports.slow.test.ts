import { inspect } from 'node:util'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postgresStore } from './store.ts'

let server: RealPostgres
beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
})
afterAll(() => server.stop())

test('lost connections are reported in one line, without the client of the driver and its secrets', async () => {
  const pool = server.openPool()
  const report = vi.fn()
  const store = postgresStore(pool, { report })
  await Promise.all(Array.from({ length: 4 }, () => store.head()))
  expect(pool.idleCount).toBeGreaterThan(1)
  const admin = await server.connect()
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
  await expect.poll(() => pool.idleCount).toBe(0)
  expect(report).toHaveBeenCalledTimes(1) // all connections were lost at once
  const [[error] = []] = report.mock.calls
  expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/connection .* was lost.*57P01/) })
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/secretKey|_events|processID/)
  expect(await store.head()).toBe(0)
  await admin.end()
  await store.close?.()
  await pool.end()
})
