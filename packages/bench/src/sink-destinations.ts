import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { type Sink, textOf } from '@signalbox/core/sinks'
import { amqpSink } from '@signalbox/sinks/amqp'
import { kafkaSink } from '@signalbox/sinks/kafka'
import { natsSink } from '@signalbox/sinks/nats'
import { rabbitmqStreamSink } from '@signalbox/sinks/rabbitmq-stream'
import { redisSink } from '@signalbox/sinks/redis'
import { hasKafka, hasProgram, startKafka, startNats, startRabbitmq, startRedis } from '@signalbox/test-brokers'
import { Connection } from 'rabbitmq-client'
import { createClient } from 'redis'

/** A place that sinks are measured with. */
export interface Destination {
  readonly name: string
  open(): Promise<{
    /** A sink to an empty stream with a name. */
    sinkTo(name: string): Promise<Sink>
    close(): Promise<void>
  }>
}

/** What a sink costs without a broker: its texts are made, and dropped. */
async function openMemory() {
  return {
    async sinkTo(): Promise<Sink> {
      let last = 0
      return {
        position: async () => last,
        async append(events) {
          for (const event of events) textOf(event)
          last = events.at(-1)?._id ?? last
        },
        close: async () => {},
      }
    },
    close: async () => {},
  }
}

async function openRedis() {
  const broker = await startRedis()
  const client = await createClient({ url: broker.url }).connect()
  return {
    sinkTo: async (stream: string) => redisSink({ client, stream }),
    async close() {
      client.destroy()
      await broker.stop()
    },
  }
}

async function openNats() {
  const broker = await startNats()
  const connection = await connect({ servers: broker.url })
  return {
    sinkTo: async (stream: string) => natsSink({ client: jetstream(connection), stream, prefix: stream }),
    async close() {
      await connection.close()
      await broker.stop()
    },
  }
}

async function openKafka() {
  const { brokers, stop } = await startKafka(1)
  return { sinkTo: async (topic: string) => kafkaSink({ brokers, topic }), close: stop }
}

async function openStreams() {
  const { streams, stop } = await startRabbitmq()
  return { sinkTo: async (stream: string) => rabbitmqStreamSink({ url: streams, stream, name: stream }), close: stop }
}

async function openAmqp() {
  const { amqp, stop } = await startRabbitmq()
  const client = new Connection(amqp)
  return {
    async sinkTo(exchange: string) {
      await client.exchangeDeclare({ exchange, type: 'topic', durable: true })
      await client.queueDeclare({ queue: exchange, durable: true, arguments: { 'x-queue-type': 'stream' } })
      await client.queueBind({ queue: exchange, exchange, routingKey: '#' })
      return amqpSink({ connect: () => new Connection(amqp), exchange })
    },
    async close() {
      client.unsafeDestroy()
      await stop()
    },
  }
}

const hasRabbitmq = () => hasProgram('rabbitmq-server', 'sinks to RabbitMQ')

/** The destinations whose brokers are installed. */
export const installed = (): readonly Destination[] => [
  { name: 'memory', open: openMemory },
  ...(hasProgram('redis-server', 'sinks to Redis') ? [{ name: 'Redis', open: openRedis }] : []),
  ...(hasProgram('nats-server', 'sinks to NATS') ? [{ name: 'NATS', open: openNats }] : []),
  ...(hasKafka('sinks to Kafka') ? [{ name: 'Kafka, with transactions', open: openKafka }] : []),
  ...(hasRabbitmq()
    ? [
        { name: 'a RabbitMQ stream', open: openStreams },
        { name: 'an AMQP exchange with a queue', open: openAmqp },
      ]
    : []),
]
