import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { hasKafka, hasProgram, startKafka, startNats, startRabbitmq, startRedis } from '@signalbox/test-brokers'
import { Connection } from 'rabbitmq-client'
import { createClient } from 'redis'

/** A destination whose broker can be away. */
export interface Destination {
  /** The entry of the sink in the settings. */
  readonly sink: { readonly to: string; readonly [option: string]: unknown }
  away(): Promise<void>
  back(): Promise<void>
  /** The ids of the events there, in their order, up to this one. */
  ids(last: number): Promise<readonly number[]>
  stop(): Promise<void>
}

/** A kind of destination. */
export interface Kind {
  readonly name: string
  readonly isInstalled: boolean
  /** Whether it has each event exactly once. */
  readonly isExact: boolean
  open(): Promise<Destination>
}

/** What is tested, and how each broker is away: it is killed, or halted while connections stay open. */
export const kinds: readonly Kind[] = [
  { name: 'Redis', isInstalled: hasProgram('redis-server', 'outages of Redis'), isExact: true, open: openRedis },
  { name: 'NATS', isInstalled: hasProgram('nats-server', 'outages of NATS'), isExact: true, open: openNats },
  { name: 'Kafka', isInstalled: hasKafka('outages of Kafka'), isExact: true, open: openKafka },
  ...(hasProgram('rabbitmq-server', 'outages of RabbitMQ')
    ? [
        { name: 'a RabbitMQ stream', isInstalled: true, isExact: true, open: () => openRabbitmq('streams') },
        { name: 'an AMQP exchange', isInstalled: true, isExact: false, open: () => openRabbitmq('amqp') },
      ]
    : []),
]

async function openRedis(): Promise<Destination> {
  const broker = await startRedis()
  return {
    ...{ sink: { to: broker.url, stream: 'flags' }, away: broker.kill, back: broker.restart, stop: broker.stop },
    async ids() {
      const client = await createClient({ url: broker.url }).connect()
      const entries = (await client.xRange('flags', '-', '+')) ?? []
      client.destroy()
      return entries.map(({ id }) => Number.parseInt(id, 10))
    },
  }
}

async function openNats(): Promise<Destination> {
  const broker = await startNats()
  return {
    ...{ sink: { to: broker.url, stream: 'flags', prefix: 'flags' }, away: broker.kill, back: broker.restart },
    stop: broker.stop,
    async ids(last) {
      const connection = await connect({ servers: broker.url })
      const consumer = await jetstream(connection).consumers.get('flags')
      const found: number[] = []
      for await (const message of await consumer.consume()) {
        found.push(Number(message.headers?.get('Nats-Msg-Id')))
        if (message.info.pending === 0 || found.at(-1) === last) break
      }
      await connection.close()
      return found
    },
  }
}

async function openKafka(): Promise<Destination> {
  const kafka = await startKafka(1)
  const [broker = ''] = kafka.brokers
  return {
    sink: { to: `kafka://${broker}`, topic: 'flags' },
    away: async () => kafka.nodes[0]?.pause(),
    back: async () => kafka.nodes[0]?.resume(),
    stop: kafka.stop,
    async ids() {
      const reading = ['-b', broker, '-t', 'flags', '-C', '-e', '-q', '-o', 'beginning', '-f', '%h\\n']
      const committed = ['-X', 'isolation.level=read_committed']
      const { stdout } = await promisify(execFile)('kcat', [...reading, ...committed], { maxBuffer: 2 ** 30 })
      return Array.from(stdout.matchAll(/signalbox-id=(\d+)/g), ([, id]) => Number(id))
    },
  }
}

async function openRabbitmq(protocol: 'amqp' | 'streams'): Promise<Destination> {
  const broker = await startRabbitmq()
  if (protocol === 'amqp') {
    const client = new Connection(broker.amqp)
    await client.exchangeDeclare({ exchange: 'flags', type: 'topic', durable: true })
    await client.queueDeclare({ queue: 'flags', durable: true, arguments: { 'x-queue-type': 'stream' } })
    await client.queueBind({ queue: 'flags', exchange: 'flags', routingKey: '#' })
    await client.close()
  }
  let resume = () => {}
  return {
    sink: { to: broker[protocol], ...(protocol === 'amqp' ? { exchange: 'flags' } : { stream: 'flags' }) },
    async away() {
      resume = await broker.pause()
    },
    back: async () => resume(),
    async stop() {
      resume()
      await broker.stop()
    },
    ids: (last) => readStream(broker.amqp, last),
  }
}

/** Reads a stream of RabbitMQ from its beginning up to an event. */
async function readStream(url: string, last: number): Promise<number[]> {
  const client = new Connection(url)
  const found: number[] = []
  const whole = Promise.withResolvers<void>()
  const from = { queue: 'flags', queueOptions: { passive: true }, qos: { prefetchCount: 500 } }
  client
    .createConsumer({ ...from, arguments: { 'x-stream-offset': 'first' } }, ({ messageId }) => {
      found.push(Number(messageId))
      if (found.at(-1) === last) whole.resolve()
    })
    .on('error', whole.reject)
  await whole.promise
  client.unsafeDestroy()
  return found
}
