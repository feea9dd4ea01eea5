import type { Sink } from '@signalbox/core/sinks'
import { SignalboxError } from '@signalbox/core/wire'
import { createEnvelope, type EnvelopeOptions } from '../envelope.ts'
import { reasonOf } from '../reason-of.ts'
import { untilAborted } from '../until-aborted.ts'

/** What the sink needs of a `Connection` of `rabbitmq-client`. */
export interface AmqpConnection {
  createPublisher(options: {
    readonly confirm: boolean
    readonly exchanges: { readonly exchange: string; readonly type: string; readonly durable: boolean }[]
  }): AmqpPublisher
  /** Ends it at once. */
  unsafeDestroy(): void
  on(name: 'error', listener: (error: unknown) => void): unknown
  on(name: 'connection', listener: () => void): unknown
}

/** What the sink needs of a `Publisher` of `rabbitmq-client`. */
export interface AmqpPublisher {
  send(envelope: AmqpEnvelope, body: Buffer): Promise<void>
  close(): Promise<void>
}

/** The properties of a message. */
export interface AmqpEnvelope {
  readonly exchange: string
  readonly routingKey: string
  readonly messageId: string
  readonly durable: boolean
  readonly contentType: string
  readonly type: string
  readonly headers: Record<string, string>
}

/** Options of `amqpSink`. */
export interface AmqpSinkOptions extends EnvelopeOptions {
  /** Opens a connection, such as `() => new Connection('amqp://…')` of `rabbitmq-client`. Called with the first events; the sink closes it. */
  readonly connect: () => AmqpConnection
  /** The exchange. @default 'signalbox' */
  readonly exchange?: string
  /** Whether to declare the exchange, as a durable topic exchange. @default true */
  readonly declare?: boolean
}

/** How long `close` waits for the broker, in milliseconds. */
const CLOSE_MS = 2000

/**
 * Publishes events to an exchange of AMQP 0-9-1, such as one of RabbitMQ. An append resolves when the broker has confirmed each
 * message. Messages are persistent; the routing key is `<domain>.<type>`, and `message-id` is the id of the event. Events are
 * delivered at least once: readers skip ids that they have seen. What is bound to no queue is lost.
 *
 * @example
 * const audit = amqpSink({ connect: () => new Connection('amqp://signalbox:secret@rabbit.example.com') })
 */
export function amqpSink(options: AmqpSinkOptions): Sink {
  const { connect, exchange = 'signalbox', declare = true } = options
  const toEnvelope = createEnvelope(options)
  const exchanges = declare ? [{ exchange, type: 'topic', durable: true }] : []
  let opened: Opened | undefined

  function open(): Opened {
    if (opened) return opened
    const connection = connect()
    const { promise: failed, reject } = Promise.withResolvers<never>()
    failed.catch(() => {})
    const publisher = connection.createPublisher({ confirm: true, exchanges })
    const own: Opened = { connection, publisher, failed }
    connection.on('connection', () => {
      own.failed = undefined
    })
    connection.on('error', (cause) => {
      // One that was lost is opened again by the client, and what was not confirmed rejects. The reason why it does not
      // open at all would be lost: the client tells it once.
      if (!own.failed) return
      abandon(own)
      reject(unavailable(exchange, cause))
    })
    opened = own
    return own
  }

  /** Ends a connection. What it has still to send must not arrive later, after events that follow it. */
  function abandon(one: Opened): void {
    if (opened === one) opened = undefined
    one.connection.unsafeDestroy()
  }

  return {
    kind: 'amqp',
    position: async () => undefined,
    async append(events, _after, signal) {
      signal.throwIfAborted()
      const own = open()
      const sent = events.map((event) => {
        const { id, text, headers } = toEnvelope(event)
        const routingKey = `${event.domain}.${event.type}`
        const properties = {
          messageId: String(id),
          durable: true,
          type: event.type,
          contentType: headers['content-type'],
        }
        return own.publisher.send({ exchange, routingKey, ...properties, headers }, Buffer.from(text))
      })
      const confirmed = Promise.all(sent).then(() => {})
      confirmed.catch(() => {})
      await untilAborted(own.failed ? Promise.race([confirmed, own.failed]) : confirmed, signal, () => abandon(own))
    },
    async close() {
      if (!opened) return
      const { connection, publisher } = opened
      opened = undefined
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([publisher.close().catch(() => {}), late])
      connection.unsafeDestroy()
    },
  }
}

/** A connection that is in use. */
interface Opened {
  readonly connection: AmqpConnection
  readonly publisher: AmqpPublisher
  /** Rejects if the connection does not open; `undefined` once it has. */
  failed: Promise<never> | undefined
}

const unavailable = (exchange: string, cause: unknown) =>
  new SignalboxError('UNAVAILABLE', `The exchange ${exchange} cannot be written: ${reasonOf(cause)}`, { cause })
