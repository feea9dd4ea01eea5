import { randomUUID } from 'node:crypto'
import type { ChangeEvent, Sink } from '@signalbox/core/sinks'
import { hasProgram, type Rabbitmq, startRabbitmq } from '@signalbox/test-brokers'
import { describeSink, type SinkHarness, type SinkRecord } from '@signalbox/testing'
import { type Channel, type ChannelModel, connect, type Options } from 'amqplib'
import { Connection } from 'rabbitmq-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { amqpSink } from './amqp/amqp-sink.ts'
import { startDeaf } from './deaf.fixture.ts'
import { describeKills } from './publishers.fixture.ts'
import { rabbitmqStreamSink } from './rabbitmq-stream/rabbitmq-stream-sink.ts'

const never = new AbortController().signal
const CUTS = process.env.SIGNALBOX_SOAK ? 50 : 8
/** How acknowledgements begin: `basic.ack` of AMQP, and `PublishConfirm` of streams. */
const acknowledgements = { amqp: Buffer.of(0, 60, 0, 80), stream: Buffer.of(0, 3, 0, 1, 0, 0, 0, 0) }

const eventOf = (_id: number): ChangeEvent => ({
  ...{ _id, type: 'FEATURE_UPDATED', key: `key:${_id % 10}`, domain: 'Feature' },
  ...{ payload: { n: _id }, timestamp: '2026-01-01T00:00:00.000' },
})
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe.runIf(hasProgram('rabbitmq-server', 'sinks to RabbitMQ'))('RabbitMQ', () => {
  let broker: Rabbitmq
  beforeAll(async () => {
    broker = await startRabbitmq()
    const first = rabbitmqStreamSink({ url: broker.streams })
    await first.position(never)
    await first.close()
    await broker.restart()
  })
  afterAll(() => broker?.stop())

  /** Appends to `found` what another client receives of a queue, up to a mark that it writes at the end. */
  async function read(name: string, found: SinkRecord[], options: Options.Consume = {}): Promise<SinkRecord[]> {
    const connection = await connect(broker.amqp)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    connection.on('error', reject)
    const channel = await connection.createChannel()
    channel.on('error', reject)
    await channel.prefetch(500)
    const mark = randomUUID()
    await channel.consume(
      name,
      (message) => {
        if (!message) return
        channel.ack(message)
        const { messageId, headers = {} } = message.properties
        if (headers.mark === mark) resolve()
        else if (headers.mark === undefined)
          found.push({ id: Number(messageId), text: message.content.toString(), key: headers['signalbox-key'] })
      },
      options,
    )
    channel.sendToQueue(name, Buffer.of(), { headers: { mark } })
    await promise
    await connection.close()
    return found
  }

  /** Reads a stream from its beginning. */
  const readStream = (name: string) => read(name, [], { arguments: { 'x-stream-offset': 'first' } })

  /** What was received of the queue of each exchange. */
  const received = new Map<string, SinkRecord[]>()
  /** Receives the rest of the queue of an exchange. Returns all that came, so that it can be read again and again. */
  const readExchange = async (name: string) => [...(await read(name, received.get(name) as SinkRecord[]))]

  async function streamHarness(): Promise<SinkHarness> {
    const stream = randomUUID()
    const open = (url = broker.streams) => rabbitmqStreamSink({ url, stream, name: 'test' })
    const first = open()
    await first.position(never) // creates the stream
    await first.close()
    return {
      open: () => open(),
      readAll: () => readStream(stream),
      async appendUnacknowledged(events, after) {
        const way = await startDeaf(broker.streams, acknowledgements.stream)
        const [deaf, other] = [open(way.url), open()]
        const pending = deaf.append(events, after, never)
        const outcome = pending.then(
          () => 'acknowledged',
          () => 'failed',
        )
        await expect.poll(() => other.position(never)).toBe(events.at(-1)?._id)
        way.cut()
        expect(await outcome).toBe('failed')
        await Promise.all([deaf.close(), other.close()])
      },
      stall: () => broker.pause(),
    }
  }

  /**
   * An exchange with a durable queue of the same name. It is no stream: when the broker starts again, the leader of a stream
   * may be down for longer than the broker, which confirms what is published meanwhile, and loses it.
   */
  async function declareExchange(exchange: string): Promise<void> {
    const connection: ChannelModel = await connect(broker.amqp)
    connection.on('error', () => {})
    const channel: Channel = await connection.createChannel()
    await channel.assertExchange(exchange, 'topic', { durable: true })
    await channel.assertQueue(exchange, { durable: true })
    await channel.bindQueue(exchange, exchange, 'Feature.*')
    await connection.close()
    received.set(exchange, [])
  }

  async function amqpHarness(): Promise<SinkHarness> {
    const exchange = randomUUID()
    await declareExchange(exchange)
    const open = (url = broker.amqp) => amqpSink({ connect: () => new Connection(url), exchange })
    return {
      open: () => open(),
      readAll: () => readExchange(exchange),
      async appendUnacknowledged(events, after) {
        const way = await startDeaf(broker.amqp, acknowledgements.amqp)
        const deaf = open(way.url)
        const outcome = deaf.append(events, after, never).then(
          () => 'acknowledged',
          () => 'failed',
        )
        const isThere = async () => (await readExchange(exchange)).some(({ id }) => id === events.at(-1)?._id)
        await expect.poll(isThere).toBe(true)
        way.cut()
        expect(await outcome).toBe('failed')
        await deaf.close()
      },
      stall: () => broker.pause(),
    }
  }

  const idsOf = (read: (name: string) => Promise<readonly SinkRecord[]>) => async (name: string) => [
    ...(await read(name)).map(({ id }) => id),
  ]
  const brokerAt = (url: string) => ({ url, kill: async () => {}, restart: broker.crash })
  describe('a stream', () =>
    describeKills({ kind: 'rabbitmq-stream', broker: () => brokerAt(broker.streams), idsOf: idsOf(readStream) }))
  describe('an exchange', () => {
    describeKills({
      kind: 'amqp',
      broker: () => brokerAt(broker.amqp),
      prepare: declareExchange,
      idsOf: async (exchange) => [...new Set(await idsOf(readExchange)(exchange))],
    })
  })

  describeSink('to a stream of RabbitMQ', streamHarness, { isExact: true })
  describeSink('to an exchange of AMQP', amqpHarness, { isExact: false })

  it(`a stream has each event once after ${CUTS} leaders were cut off before the acknowledgement`, async () => {
    const { open, readAll, appendUnacknowledged } = await streamHarness()
    let after = 0
    for (let kill = 1; kill <= CUTS; kill++) {
      // Every other leader begins again before the end of what the last one appended.
      const events = range(after + 1, after + 1 + (kill % 4)).map(eventOf)
      await appendUnacknowledged?.(events, after)
      after = events.at(-1)?._id ?? after
    }
    const sink = await open()
    expect(await sink.position(never)).toBe(after)
    await sink.close()
    expect((await readAll()).map(({ id }) => id)).toEqual(range(1, after))
  })

  /** Appends all events as the leader does, whatever fails in between. */
  async function lead(sink: Sink, last: number, onBatch: (id: number) => void): Promise<void> {
    let after = 0
    while (after < last)
      try {
        after = (await sink.position(never)) ?? after
        const events = range(after + 1, Math.min(after + 20, last)).map(eventOf)
        if (events.length > 0) await sink.append(events, after, never)
        after += events.length
        onBatch(after)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
  }

  it.each([
    ['a stream has each event once', streamHarness, true],
    ['an exchange has each event at least once, in order,', amqpHarness, false],
  ] as const)('%s after the broker was killed in between', async (_, create, isExact) => {
    const { open, readAll } = await create()
    const sink = await open()
    let crashed: Promise<void> | undefined
    await lead(sink, 400, (id) => {
      if (id > 100) crashed ??= broker.crash()
    })
    await crashed
    await sink.close()
    const ids = (await readAll()).map(({ id }) => id)
    expect(isExact ? ids : [...new Set(ids)]).toEqual(range(1, 400))
  })

  it('messages of an exchange are persistent, and have the id, the type and a routing key', async () => {
    const exchange = randomUUID()
    const connection = await connect(broker.amqp)
    const channel = await connection.createChannel()
    await channel.assertExchange(exchange, 'topic', { durable: true })
    const { queue } = await channel.assertQueue('', { exclusive: true })
    await channel.bindQueue(queue, exchange, 'Feature.FEATURE_UPDATED')
    const sink = amqpSink({ connect: () => new Connection(broker.amqp), exchange, format: 'cloudevents' })
    await sink.append([eventOf(7)], 0, never)
    const message = await channel.get(queue, { noAck: true })
    expect(message).toMatchObject({
      fields: { routingKey: 'Feature.FEATURE_UPDATED', exchange },
      properties: {
        ...{ messageId: '7', type: 'FEATURE_UPDATED', deliveryMode: 2, contentType: 'application/cloudevents+json' },
        headers: { 'signalbox-id': '7', 'signalbox-type': 'FEATURE_UPDATED' },
      },
    })
    await sink.close()
    await connection.close()
  })

  it('a stream that was deleted is created anew, and is then at no event', async () => {
    const stream = randomUUID()
    const sink = rabbitmqStreamSink({ url: broker.streams, stream, name: 'test' })
    const connection = await connect(broker.amqp)
    const channel = await connection.createChannel()
    for (const _ of ['while the sink runs', 'again']) {
      await sink.append(range(1, 3).map(eventOf), (await sink.position(never)) ?? 0, never)
      await channel.deleteQueue(stream)
      await expect.poll(() => sink.append([eventOf(4)], 3, never).catch(String)).toMatch(/deleted|is not at event 3/)
      expect(await sink.position(never)).toBe(0)
    }
    await sink.append(range(1, 4).map(eventOf), 0, never)
    expect((await readStream(stream)).map(({ id }) => id)).toEqual(range(1, 4))
    await Promise.all([sink.close(), connection.close()])
  })

  it('what is wrong with a stream is told', async () => {
    const append = (url: string, payload: unknown = {}) =>
      rabbitmqStreamSink({ url, stream: randomUUID() }).append([{ ...eventOf(1), payload }], 0, never)
    await expect(append(broker.streams.replace('guest:guest', 'guest:wrong'))).rejects.toThrow(
      'rejects the credentials',
    )
    await expect(append(`${broker.streams}nowhere`)).rejects.toThrow('the virtual host cannot be used')
    await expect(append(broker.streams, 'x'.repeat(1024 * 1024))).rejects.toThrow(
      'raise stream.frame_max in rabbitmq.conf',
    )
    await expect(append('rabbitmq-stream://127.0.0.1:1/')).rejects.toThrow('cannot be written: connect ECONNREFUSED')
    expect(() => rabbitmqStreamSink({ url: broker.amqp })).toThrow(RangeError)
  })
})
