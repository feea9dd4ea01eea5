import { hasProgram, startRedis } from '@signalbox/test-brokers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from '../serve/create-server.ts'
import { openRedis } from './open-redis.ts'
import { readRedisUrl } from './redis-url.ts'

async function start() {
  const redis = await startRedis()
  onTestFinished(() => redis.stop())
  return redis
}

async function connect(url: string) {
  const connection = await openRedis(readRedisUrl(url)!, 'SIGNALBOX_GATEWAY_LIMITS')
  onTestFinished(() => connection.close())
  return { ...connection, ping: () => connection.sendCommand(['PING']).catch((error: Error) => error.message) }
}

const limited = {
  flows: [
    {
      id: 'default_plugin_chain',
      plugins: {
        slots: [
          {
            plugin: 'cp:gateway.next.plugins.RateLimit',
            config: { rate: 5, window: 3600, strict: true, by: 'header', header: 'X-Client' },
          },
        ],
      },
    },
  ],
}

/** Starts a server with a gateway whose only API may be called five times an hour. */
async function open(options: ServerOptions) {
  const reports: unknown[] = []
  const report = (error: unknown) => void reports.push(error)
  const server = await createServer({ port: 0, ...known, gateway: true, report, ...options })
  onTestFinished(() => server.close())
  await server.box.apis.create({ body: apiTo(await startBackend(), limited) })
  await server.box.apis.deployments.create({ id: 'shop', body: {} })
  await expect.poll(async () => (await server.box.gateway.list()).results.map(({ lag }) => lag)).toEqual([0])
  const call = async (client: string) => {
    const response = await fetch(`${server.gatewayUrl}/shop/orders`, { headers: { 'X-Client': client } })
    await response.text()
    return response.status
  }
  return { call, reports }
}

describe.runIf(hasProgram('redis-server', 'openRedis'))('the connection to Redis', () => {
  it('is opened again after the server was killed, and rejects commands meanwhile', async () => {
    const redis = await start()
    const { ping } = await connect(redis.url)
    expect(await ping()).toBe('PONG')
    await redis.kill()
    await expect.poll(ping).toMatch(`redis://127.0.0.1:${redis.port} cannot be reached: `)
    await redis.restart()
    await expect.poll(ping).toBe('PONG')
  })

  it('is opened later if there is no server at the start', async () => {
    const redis = await start()
    await redis.kill()
    const { ping } = await connect(redis.url)
    expect(await ping()).toMatch('cannot be reached')
    await redis.restart()
    await expect.poll(ping).toBe('PONG')
  })

  it('is replaced if the server is silent', async () => {
    const redis = await start()
    const { ping } = await connect(redis.url)
    await redis.pause()
    const unanswered = ping()
    await expect.poll(ping, { interval: 500 }).toMatch('cannot be reached')
    expect(await unanswered).not.toBe('PONG')
    redis.resume()
    await expect.poll(ping).toBe('PONG')
  })

  it('is refused without the password, and the message has the reason but no password', async () => {
    const redis = await startRedis(['--requirepass', 'a-secret-word'])
    onTestFinished(() => redis.stop())
    const [right, wrong] = ['a-secret-word', 'another-secret'].map((word) => redis.url.replace('//', `//:${word}@`))
    expect(await (await connect(right!)).ping()).toBe('PONG')
    const refused = await (await connect(wrong!)).sendCommand(['PING']).catch((error: Error) => error)
    expect(refused).toMatchObject({
      message: expect.stringContaining(`redis://127.0.0.1:${redis.port} cannot be reached: WRONGPASS`),
      cause: { message: expect.not.stringContaining('another-secret') },
    })
  })
})

describe.runIf(hasProgram('redis-server', 'SIGNALBOX_GATEWAY_LIMITS=redis://'))(
  'limits of the gateway in Redis',
  () => {
    it('are shared by servers that name the same prefix', async () => {
      const { url } = await start()
      const named = (prefix: string) => open({ store: 'memory:', gatewayLimits: `${url}/1?prefix=${prefix}` })
      const [one, other, stranger] = [await named('shop'), await named('shop'), await named('other')]
      let clients = 0
      const admitted = async () => {
        const client = `client ${++clients}`
        const statuses: number[] = []
        for (let i = 0; i < 4; i++) statuses.push(await one.call(client), await other.call(client))
        return statuses.filter((status) => status === 200).length
      }
      // A server that is slow to answer, as at its start, admits a share of its own.
      await expect.poll(admitted).toBe(5)
      expect(await stranger.call(`client ${clients}`)).toBe(200)
    })

    it('are counted by each process while Redis is gone, with a report', async () => {
      const redis = await start()
      await redis.kill()
      const { call, reports } = await open({ store: 'memory:', gatewayLimits: redis.url })
      const statuses: number[] = []
      for (let i = 0; i < 7; i++) statuses.push(await call('ann'))
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
      expect(reports).toMatchObject([
        { message: 'Limits are not shared with other processes for now', cause: { message: /cannot be reached/ } },
      ])
      await redis.restart()
    })
  },
)
