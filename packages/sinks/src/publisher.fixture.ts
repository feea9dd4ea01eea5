/**
 * A process that copies events to a broker, as a leader of a sink does, and prints each position:
 * `node publisher.fixture.ts KIND URL STREAM COUNT KNOWN [PHASE]`. Events have the ids from 1 to COUNT. KNOWN is the position
 * if the destination cannot tell it. With a PHASE, the process kills itself after a few appends, at that part of the time
 * that an append takes: 0 is its beginning, 1 is about its acknowledgement.
 */
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { ChangeEvent, Sink } from '@signalbox/core/sinks'

const [kind, url = '', stream = '', count = '0', known = '0', phase] = process.argv.slice(2)
const signal = new AbortController().signal

const open: Record<string, () => Promise<Sink>> = {
  async redis() {
    const { createClient } = await import('redis')
    const { redisSink } = await import('./redis/redis-sink.ts')
    const client = createClient({ url, socket: { reconnectStrategy: 20 } }).on('error', () => {})
    return redisSink({ client: await client.connect(), stream })
  },
  async nats() {
    const { connect } = await import('@nats-io/transport-node')
    const { jetstream } = await import('@nats-io/jetstream')
    const { natsSink } = await import('./nats/nats-sink.ts')
    const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 20 })
    return natsSink({ client: jetstream(connection), stream, prefix: stream, timeout: 1000 })
  },
  async kafka() {
    const { kafkaSink } = await import('./kafka/index.ts')
    return kafkaSink({ brokers: [url], topic: stream })
  },
  async 'rabbitmq-stream'() {
    const { rabbitmqStreamSink } = await import('./rabbitmq-stream/rabbitmq-stream-sink.ts')
    return rabbitmqStreamSink({ url, stream, name: stream })
  },
  async amqp() {
    const { Connection } = await import('rabbitmq-client')
    const { amqpSink } = await import('./amqp/amqp-sink.ts')
    return amqpSink({ connect: () => new Connection(url), exchange: stream })
  },
}

const eventOf = (id: number): ChangeEvent => ({
  ...{ _id: id, type: 'FEATURE_UPDATED', key: `key:${id % 10}`, domain: 'Feature' },
  ...{ payload: { n: id }, timestamp: '2026-01-01T00:00:00.000' },
})

/** The first append also opens the connection. */
const UNTIMED = 1
const TIMED = 4
const durations: number[] = []

/** Kills this process in the append that has just begun, once there have been enough to know how long one takes. */
async function killInPhase(): Promise<void> {
  if (phase === undefined || durations.length < UNTIMED + TIMED) return
  const mean = durations.slice(UNTIMED).reduce((sum, one) => sum + one, 0) / TIMED
  for (const end = performance.now() + Number(phase) * mean; performance.now() < end; ) await setImmediate()
  process.kill(process.pid, 'SIGKILL')
}

const sink = await (open[kind ?? ''] as () => Promise<Sink>)()
for (let position = Number(known); position < Number(count); )
  try {
    position = (await sink.position(signal)) ?? position
    while (position < Number(count)) {
      const size = Math.min(1 + (position % 7), Number(count) - position)
      const batch = Array.from({ length: size }, (_, index) => eventOf(position + 1 + index))
      const start = performance.now()
      const appending = sink.append(batch, position, signal)
      void killInPhase()
      await appending
      durations.push(performance.now() - start)
      position += size
      process.stdout.write(`${position}\n`)
    }
  } catch {
    await delay(20)
  }
process.exit()
