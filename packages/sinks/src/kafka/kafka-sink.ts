import { behind, isEmptied, type Sink } from '@signalbox/core/sinks'
import { createEnvelope, type Envelope } from '../envelope.ts'
import { type Cluster, connectCluster } from './cluster.ts'
import { checkNode, type Driver, loadDriver } from './driver.ts'
import { isFenced, toFailure } from './failures.ts'
import { type KafkaSettings, type KafkaSinkOptions, toSettings } from './options.ts'
import { readPosition } from './position.ts'
import { createWrite, type KafkaRecord, type Write } from './producer.ts'

/** A registration as the producer of a topic. It ends with the first failure. */
interface Session {
  readonly write: Write
  /** The error of a topic that was emptied. */
  position: number | Error
}

/**
 * Copies events to a topic of Kafka 2.8 or later. Each batch is a transaction, so that readers with
 * `isolation.level=read_committed` find each event exactly once, even if processes or brokers are killed at any moment.
 * A record has the key of the changed record, and the headers `signalbox-id`, `signalbox-type`, `signalbox-sink` and
 * `content-type`. Connects on the first call. Needs the package `@platformatic/kafka`.
 *
 * Throws a `TypeError` or a `RangeError` for invalid options, and UNAVAILABLE on a version of Node that is too old.
 *
 * @example
 * const sink = kafkaSink({ brokers: ['127.0.0.1:9092'], topic: 'flags' })
 */
export function kafkaSink(options: KafkaSinkOptions): Sink {
  const settings = toSettings(options)
  const toEnvelope = createEnvelope(options)
  checkNode(process.versions.node)
  let loading: Promise<Driver> | undefined
  let cluster: Cluster | undefined
  let session: Session | undefined
  let attempt = 0

  /** Takes over as the producer, then reads the position: nobody else can write any more. */
  async function open(signal: AbortSignal): Promise<Session> {
    await end()
    loading ??= loadDriver()
    const driver = await loading
    const connected = await connectCluster(driver, settings, { attempt: attempt++, signal })
    if (signal.aborted) await connected.close()
    signal.throwIfAborted()
    cluster = connected
    const write = await createWrite(driver, connected, settings, signal)
    const position = await readPosition(connected, settings, signal).catch((error) => {
      if (isEmptied(error)) return error
      throw error
    })
    signal.throwIfAborted()
    session = { write, position }
    return session
  }

  async function end(): Promise<void> {
    const ended = cluster
    session = cluster = undefined
    await ended?.close()
  }

  /** Runs a step that ends with the signal, and whose failure ends the session. */
  async function step<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted()
      return await withSignal(run(), signal)
    } catch (error) {
      await end()
      throw toFailure(error, settings)
    }
  }

  return {
    kind: 'kafka',
    async position(signal) {
      const position = await step(signal, async () => (await open(signal)).position)
      if (position instanceof Error) throw position
      return position
    },
    append: (events, after, signal) =>
      step(signal, async () => {
        const { write, position } = session ?? (await open(signal))
        if (typeof position === 'number' && position !== after) throw behind(after, { position })
        const records = events.map((event) => toRecord(toEnvelope(event), settings))
        await write(records, signal).catch((cause) => {
          throw isFenced(cause) ? behind(after, { cause }) : cause
        })
        if (session) session.position = events.at(-1)?._id ?? position
      }),
    close: end,
  }
}

/** A record of Kafka. */
function toRecord({ key, text, headers, isDeletion }: Envelope, { compacted, writer }: KafkaSettings): KafkaRecord {
  const all = Object.entries({ ...headers, 'signalbox-sink': writer })
  return {
    key: Buffer.from(key),
    value: compacted && isDeletion ? undefined : Buffer.from(text),
    headers: new Map(all.map(([name, value]) => [Buffer.from(name), Buffer.from(value)])),
  }
}

/** Rejects when the signal aborts, whether or not the promise settles. */
async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  promise.catch(() => {})
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop!))
}
