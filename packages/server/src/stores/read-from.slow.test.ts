import { type RealPostgres, type Replica, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../fixtures/command.fixture.ts'
import { call } from '../fixtures/known.fixture.ts'
import { create, listAll } from './failover.fixture.ts'

let postgres: RealPostgres
let standby: Replica
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off'])
  standby = await postgres.startReplica()
})
afterAll(async () => {
  await standby.stop()
  await postgres.stop()
})

it('a server lists from a standby what it has just written, and from the primary once the standby is away', async () => {
  const { serving, signal, ended } = start({ env: { SIGNALBOX_STORE: postgres.url, SIGNALBOX_READ_FROM: standby.url } })
  const url = await serving
  const counted = async () => (await (await call(`${url}/api/features?pageSize=1`)).json()).metadata.count
  const past = async () => (await (await call(`${url}/api/events/_history?domains=Feature`)).json()).results.length
  const write = async (from: number, to: number) => {
    for (let n = from; n <= to; n++) {
      expect(await create(url, `f${n}`)).toBe(201)
      expect([await counted(), (await listAll(url)).length, await past()]).toEqual([n, n, n])
    }
  }
  await write(1, 15)
  await standby.kill()
  await write(16, 20)
  signal('SIGTERM')
  const { stdout, stderr } = await ended
  expect(`${stdout}${stderr}`.match(/The replica cannot be used/g)).toHaveLength(1)
})

it('a standby needs a PostgreSQL store', async () => {
  const { code, stderr } = await start({ env: { SIGNALBOX_READ_FROM: standby.url } }).ended
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('SIGNALBOX_READ_FROM is set, and only a PostgreSQL store'),
  ])
})
