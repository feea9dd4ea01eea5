import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { isEmptied } from '@signalbox/core/sinks'
import { type Broker, hasProgram, startNats } from '@signalbox/test-brokers'
import { describeSink, type SinkRecord } from '@signalbox/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describePublishers } from '../publishers.fixture.ts'
import type { JetStream } from './jet-stream.ts'
import { type NatsSinkOptions, natsSink } from './nats-sink.ts'
import { readRaw } from './read-raw.fixture.ts'

const { signal } = new AbortController()
const eventOf = (id: number) => ({
  ...{ _id: id, type: 'CONFIG_DELETED', key: `key:${id}`, domain: 'Config' },
  ...{ payload: { id }, timestamp: '2026-01-01T00:00:00.000' },
})

describe.runIf(hasProgram('nats-server', 'natsSink'))('natsSink', () => {
  let nats: Broker
  let streams = 0
  const connections: NatsConnection[] = []
  beforeAll(async () => {
    nats = await startNats()
  })
  afterAll(async () => {
    for (const connection of connections) await connection.close()
    await nats.stop()
  })

  async function open() {
    const connection = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 20 })
    connections.push(connection)
    return connection
  }

  async function readAll(stream: string): Promise<SinkRecord[]> {
    const messages = await readRaw(nats.port, stream)
    return messages.map(({ headers, text }) => ({ id: Number(/Nats-Msg-Id: *(\d+)/.exec(headers)?.[1]), text }))
  }

  /** A sink to a stream of its own, whose acknowledgements may come through other hands. */
  async function sinkTo(stream: string, options: Partial<NatsSinkOptions> = {}) {
    const client = jetstream(await open())
    return natsSink({ client, stream, prefix: stream, timeout: 2000, ...options })
  }

  describeSink(
    'to a stream of NATS',
    () => {
      const stream = `stream-${++streams}`
      return {
        open: () => sinkTo(stream),
        readAll: () => readAll(stream),
        async appendUnacknowledged(events, after) {
          const real = jetstream(await open())
          const cut: JetStream = {
            jetstreamManager: () => real.jetstreamManager(),
            async publish(subject, payload, options) {
              await real.publish(subject, payload, options)
              throw new Error('The connection is cut')
            },
          }
          const sink = await sinkTo(stream, { client: cut })
          await expect(sink.append(events, after, signal)).rejects.toThrow('is cut')
        },
        async stall() {
          await nats.pause()
          return () => nats.resume()
        },
      }
    },
    { isExact: true },
  )

  describePublishers({
    kind: 'nats',
    broker: () => nats,
    idsOf: async (stream) => (await readAll(stream)).map(({ id }) => id),
  })

  it('publishes under the domain and the type, with the id of the event', async () => {
    const stream = `stream-${++streams}`
    await (await sinkTo(stream, { format: 'cloudevents' })).append([eventOf(7)], 0, signal)
    const [message] = await readRaw(nats.port, stream)
    expect(message?.subject).toBe(`${stream}.Config.CONFIG_DELETED`)
    expect(message?.headers).toMatch(/^Nats-Msg-Id: *7\r$/m)
    expect(JSON.parse(message?.text ?? '')).toMatchObject({ specversion: '1.0', id: '7', data: eventOf(7) })
  })

  it('refuses repeats also after the window in which the server knows ids', async () => {
    const stream = `stream-${++streams}`
    const manager = await jetstreamManager(await open())
    await manager.streams.add({ name: stream, subjects: [`${stream}.>`], duplicate_window: 100_000_000 })
    const [late, leader] = [await sinkTo(stream), await sinkTo(stream)]
    await late.append([eventOf(1), eventOf(2)], 0, signal)
    await leader.append([eventOf(3), eventOf(4)], 2, signal)
    // The server forgets ids after a tenth of a second: it would take the message again.
    const client = jetstream(await open())
    const isTaken = async () => !(await client.publish(`${stream}.again`, '', { msgID: '4' })).duplicate
    await expect.poll(isTaken).toBe(true)
    await expect(late.append([eventOf(3), eventOf(4), eventOf(5)], 2, signal)).rejects.toMatchObject({
      code: 'PRECONDITION_FAILED',
    })
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 4])
  })

  it('does not append after what somebody else published, and says what is wrong', async () => {
    const stream = `stream-${++streams}`
    const sink = await sinkTo(stream)
    await sink.append([eventOf(1)], 0, signal)
    await jetstream(await open()).publish(`${stream}.other`, 'hello')
    await expect(sink.append([eventOf(2)], 1, signal)).rejects.toThrow('is not at event')
    await expect(sink.position(signal)).rejects.toThrow(
      `Message 2 of the stream ${stream} has no id of an event: use a stream that nobody else publishes to`,
    )
  })

  it('keeps its position while the newest message is there, and does not begin anew without one', async () => {
    const stream = `stream-${++streams}`
    const sink = await sinkTo(stream, { maxMessages: 2 })
    await sink.append([1, 2, 3, 4].map(eventOf), 0, signal)
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([3, 4])
    expect(await sink.position(signal)).toBe(4)
    const manager = await jetstreamManager(await open())
    await manager.streams.deleteMessage(stream, 4)
    await expect(sink.position(signal)).rejects.toThrow(/has lost its newest message.*Nats-Msg-Id/)
    const publish = async (msgID: string) => jetstream(await open()).publish(`${stream}.position`, '', { msgID })
    await publish('40')
    expect(await sink.position(signal)).toBe(40)
    await manager.streams.purge(stream)
    expect(isEmptied(await sink.position(signal).catch((error) => error))).toBe(true)
    await publish('41')
    await sink.append([eventOf(50)], 41, signal).catch(() => {})
    expect(await sink.position(signal)).toBe(41)
    await sink.append([eventOf(50)], 41, signal)
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([41, 50])
  })

  it('takes the next events after any position when it was purged, and none twice', async () => {
    const stream = `stream-${++streams}`
    const [late, leader] = [await sinkTo(stream), await sinkTo(stream)]
    await late.append([1, 2, 3].map(eventOf), 0, signal)
    await (await jetstreamManager(await open())).streams.purge(stream)
    await leader.position(signal).catch(() => {})
    await leader.append([eventOf(4)], 3, signal)
    expect(await leader.position(signal)).toBe(4)
    // It adds what is missing, or is refused.
    await late.append([eventOf(4), eventOf(5)], 3, signal).catch(() => {})
    await late.position(signal)
    await late.append([eventOf(5)], 4, signal).catch(() => {})
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([4, 5])
  })

  it('creates a stream that was deleted, which is then at no event', async () => {
    const stream = `stream-${++streams}`
    const sink = await sinkTo(stream)
    await sink.append([1, 2, 3].map(eventOf), 0, signal)
    const manager = await jetstreamManager(await open())
    await manager.streams.delete(stream)
    await expect(sink.append([eventOf(4)], 3, signal)).rejects.toThrow()
    expect(await sink.position(signal)).toBe(0)
    await sink.append([1, 2, 3, 4].map(eventOf), 0, signal)
    await manager.streams.delete(stream)
    await manager.streams.add({ name: stream, subjects: [`${stream}.>`] })
    await expect(sink.append([eventOf(5)], 4, signal)).rejects.toThrow('is not at event')
    expect(await sink.position(signal)).toBe(0)
    expect(await readAll(stream)).toEqual([])
  })

  it('uses a stream that exists, as it is', async () => {
    const stream = `stream-${++streams}`
    const manager = await jetstreamManager(await open())
    await manager.streams.add({ name: stream, subjects: ['flags.>'], max_msgs: 3 })
    const sink = await sinkTo(stream, { prefix: 'flags', maxMessages: 10 })
    await sink.append([1, 2, 3, 4].map(eventOf), 0, signal)
    expect((await manager.streams.info(stream)).config).toMatchObject({ max_msgs: 3, subjects: ['flags.>'] })
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([2, 3, 4])
  })

  it('names an event that is too large, and has those before it', async () => {
    const stream = `stream-${++streams}`
    const sink = await sinkTo(stream)
    const large = { ...eventOf(2), payload: 'x'.repeat(2 * 1024 * 1024) }
    await expect(sink.append([eventOf(1), large, eventOf(3)], 0, signal)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'Event 2 is larger than NATS takes: raise max_payload in the configuration of the server',
    })
    expect(await sink.position(signal)).toBe(1)
  })

  it('rejects if the subjects belong to another stream, or JetStream is off', async () => {
    const stream = `stream-${++streams}`
    const manager = await jetstreamManager(await open())
    await manager.streams.add({ name: stream, subjects: ['elsewhere.>'] })
    await manager.streams.add({ name: `${stream}-other`, subjects: ['taken.>'] })
    const sink = await sinkTo(stream, { prefix: 'taken' })
    await expect(sink.append([eventOf(1)], 0, signal)).rejects.toThrow('expected stream')
    expect(await sink.position(signal)).toBe(0)
  })

  it('goes on after an acknowledgement is late', async () => {
    const stream = `stream-${++streams}`
    const sink = await sinkTo(stream, { timeout: 200 })
    await sink.append([eventOf(1)], 0, signal)
    await nats.pause()
    onTestFinished(() => nats.resume())
    await expect(sink.append([eventOf(2), eventOf(3)], 1, signal)).rejects.toThrow('timeout')
    nats.resume()
    const position = await sink.position(signal)
    const rest = [2, 3, 4].filter((id) => id > (position ?? 0)).map(eventOf)
    await sink.append(rest, position ?? 0, signal).catch(async () => {
      const again = (await sink.position(signal)) ?? 0
      await sink.append([4].map(eventOf), again, signal)
    })
    expect((await readAll(stream)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  })
})
