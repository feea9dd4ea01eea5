import { type Broker, hasProgram, startRedis, startRedisCluster } from '@signalbox/test-brokers'
import { describeSink, type SinkRecord } from '@signalbox/testing'
import { Redis } from 'ioredis'
import { Redis as Valkey } from 'iovalkey'
import { createClient, createCluster } from 'redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describePublishers } from '../publishers.fixture.ts'
import { type RedisClient, type RedisSinkOptions, redisSink } from './redis-sink.ts'

const { signal } = new AbortController()
const eventOf = (id: number) => ({
  ...{ _id: id, type: 'CONFIG_DELETED', key: `key:${id}`, domain: 'Config' },
  ...{ payload: { id }, timestamp: '2026-01-01T00:00:00.000' },
})

describe.runIf(hasProgram('redis-server', 'redisSink'))('redisSink', () => {
  let redis: Broker
  let reader: Redis
  let streams = 0
  beforeAll(async () => {
    redis = await startRedis()
    reader = new Redis(redis.port, '127.0.0.1', { retryStrategy: () => 20 })
    reader.on('error', () => {})
  })
  afterAll(async () => {
    reader.disconnect()
    await redis.stop()
  })

  const connect = () =>
    createClient({ url: redis.url, socket: { reconnectStrategy: 20 } })
      .on('error', () => {})
      .connect()

  /** Reads a stream with a client that the sink does not use. */
  async function readAll(stream: string): Promise<SinkRecord[]> {
    const entries = await reader.xrange(stream, '-', '+')
    return entries.map(([id, [, , , key = '', , text = '']]) => ({ id: Number(id.split('-')[0]), text, key }))
  }

  describeSink(
    'to a Redis stream',
    async () => {
      const stream = `stream:${++streams}`
      const clients: Awaited<ReturnType<typeof connect>>[] = []
      const open = async () => {
        const client = await connect()
        clients.push(client)
        return redisSink({ client, stream })
      }
      return {
        open,
        readAll: () => readAll(stream),
        async appendUnacknowledged(events, after) {
          const client = await connect()
          clients.push(client)
          const cut: RedisClient = {
            async sendCommand(args) {
              await client.sendCommand(args)
              client.destroy()
              throw new Error('The connection is cut')
            },
          }
          // The first call of a script may be answered that it is unknown.
          const sink = redisSink({ client, stream })
          await sink.position(signal)
          await expect(redisSink({ client: cut, stream }).append(events, after, signal)).rejects.toThrow('is cut')
        },
        async stall() {
          await redis.pause()
          return () => redis.resume()
        },
        close() {
          for (const client of clients) if (client.isOpen) client.destroy()
        },
      }
    },
    { isExact: true },
  )

  describePublishers({
    kind: 'redis',
    broker: () => redis,
    idsOf: async (stream) => (await readAll(stream)).map(({ id }) => id),
  })

  async function open(options: Omit<RedisSinkOptions, 'client' | 'stream'> = {}) {
    const client = await connect()
    onTestFinished(() => client.destroy())
    const stream = `stream:${++streams}`
    return { client, stream, sink: redisSink({ client, stream, ...options }) }
  }

  it('writes entries with the type, the key and the event', async () => {
    const { sink, stream } = await open({ format: 'cloudevents' })
    await sink.append([eventOf(7)], 0, signal)
    const [entry] = await reader.xrange(stream, '-', '+')
    expect(entry).toEqual(['7-0', ['type', 'CONFIG_DELETED', 'key', 'key:7', 'event', expect.any(String)]])
    expect(JSON.parse(entry?.[1][5] as string)).toMatchObject({ specversion: '1.0', id: '7', data: eventOf(7) })
  })

  it('keeps its position when entries are trimmed or deleted', async () => {
    const { sink, stream } = await open({ maxLength: 1 })
    await sink.append(
      Array.from({ length: 1000 }, (_, index) => eventOf(index + 1)),
      0,
      signal,
    )
    expect(await reader.xlen(stream)).toBeLessThan(300)
    await reader.xtrim(stream, 'MAXLEN', 0)
    expect(await sink.position(signal)).toBe(1000)
    await sink.append([eventOf(1001)], 1000, signal)
    expect(await sink.position(signal)).toBe(1001)
  })

  it('is at no event when the key was deleted', async () => {
    const { sink, stream } = await open()
    await sink.append([1, 2, 3].map(eventOf), 0, signal)
    await reader.del(stream)
    await expect(sink.append([eventOf(4)], 3, signal)).rejects.toThrow('is not at event 3, but at 0')
    expect(await sink.position(signal)).toBe(0)
    await sink.append([1, 2, 3, 4].map(eventOf), 0, signal)
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })

  it('does not append after a position that the stream has not reached, as after a failover that lost its end', async () => {
    const { sink, stream } = await open()
    await sink.append([eventOf(1)], 0, signal)
    await expect(sink.append([eventOf(5)], 4, signal)).rejects.toThrow('is not at event 4, but at 1')
    expect(await reader.xlen(stream)).toBe(1)
  })

  it('survives a server that forgets its scripts', async () => {
    const { sink, client } = await open()
    await sink.append([eventOf(1)], 0, signal)
    await client.scriptFlush()
    await sink.append([eventOf(2)], 1, signal)
    expect(await sink.position(signal)).toBe(2)
  })

  it('rejects with the error of the server if the key is no stream', async () => {
    const { sink, stream } = await open()
    await reader.set(stream, 'a text')
    await expect(sink.position(signal)).rejects.toThrow('WRONGTYPE')
  })

  it.each([
    ['ioredis', () => new Redis(redis.port, '127.0.0.1')],
    ['iovalkey', () => new Valkey(redis.port, '127.0.0.1')],
  ])('takes a client of %s', async (_, create) => {
    const other = create()
    onTestFinished(() => other.disconnect())
    const client: RedisClient = { sendCommand: ([name = '', ...args]) => other.call(name, ...args) }
    const stream = `stream:${++streams}`
    const sink = redisSink({ client, stream })
    expect(await sink.position(signal)).toBe(0)
    await sink.append([eventOf(1), eventOf(3)], 0, signal)
    expect(await sink.position(signal)).toBe(3)
    await expect(redisSink({ client, stream }).append([eventOf(9)], 8, signal)).rejects.toThrow('but at 3')
  })

  it('takes a cluster', async () => {
    const node = await startRedisCluster()
    onTestFinished(() => node.stop())
    const admin = await createClient({ url: node.url }).connect()
    await admin.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'])
    await expect.poll(() => admin.sendCommand(['CLUSTER', 'INFO'])).toContain('cluster_state:ok')
    await admin.close()
    const cluster = await createCluster({ rootNodes: [{ url: node.url }] }).connect()
    onTestFinished(() => cluster.destroy())
    const sink = redisSink({ client: { sendCommand: (args) => cluster.sendCommand(args[3], false, args) } })
    await sink.append([eventOf(1)], 0, signal)
    expect(await sink.position(signal)).toBe(1)
  })
})
