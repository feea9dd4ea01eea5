import { postgresStore } from '@signalbox/sql'
import { hasProgram, startRedis } from '@signalbox/test-brokers'
import { startPostgres } from '@signalbox/test-postgres'
import { createClient } from 'redis'
import { expect, it, onTestFinished } from 'vitest'
import { publish } from './publish.fixture.ts'

const KILLS = 2

it.runIf(hasProgram('redis-server', 'leaders of sinks'))(
  'of two servers on PostgreSQL the one that leads a sink is killed, and Redis has each event once, in order',
  { timeout: 240_000 },
  async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    onTestFinished(async () => {
      await Promise.all([postgres.stop(), redis.stop()])
    })
    const start = () => {
      const server = publish({ sink: { to: redis.url, stream: 'flags' }, store: postgres.url, rate: 100 })
      onTestFinished(server.kill)
      return server
    }
    const client = await createClient({ url: redis.url })
      .on('error', () => {})
      .connect()
    onTestFinished(() => client.destroy())
    const copied = () => client.xLen('flags')

    const servers = [start(), start()]
    const leader = () => servers.find((server) => server.last()?.isLeader)
    for (let kills = 0; kills < KILLS; kills++) {
      const before = await copied()
      await expect.poll(copied).toBeGreaterThan(before + 100)
      await expect.poll(leader).toBeDefined()
      const killed = leader()!
      await killed.kill()
      servers.splice(servers.indexOf(killed), 1, start())
    }
    await expect.poll(leader).toBeDefined()
    for (const server of servers) await expect.poll(() => server.last()?.written ?? 0).toBeGreaterThan(0)
    for (const server of servers) server.stopWriting()
    const isDone = () => servers.every((server) => server.last()?.isWriting === false && server.last()?.behind === 0)
    await expect.poll(isDone).toBe(true)

    const pool = postgres.openPool()
    const store = postgresStore(pool)
    const logged: string[] = []
    for await (const { _id, domain } of store.read({ after: 0 })) if (domain === 'Config') logged.push(`${_id}-0`)
    await store.close?.()
    await pool.end()
    expect((await client.xRange('flags', '-', '+'))?.map(({ id }) => id)).toEqual(logged)
  },
)
