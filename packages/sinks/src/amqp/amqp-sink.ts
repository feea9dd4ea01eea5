import type { Sink } from '@signalbox/core/sinks'
import type { EnvelopeOptions } from '../envelope.ts'
import { createEnvelope } from '../envelope.ts'
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
  let opened: { readonly connection: AmqpConnection; readonly publisher: AmqpPublisher } | undefined

  function open() {
    if (opened) return opened
    const connection = connect()
    connection.on('error', () => {}) // it connects again, and what was not confirmed rejects
    opened = { connection, publisher: connection.createPublisher({ confirm: true, exchanges }) }
    return opened
  }

  return {
    kind: 'amqp',
    position: async () => undefined,
    async append(events, _after, signal) {
      signal.throwIfAborted()
      const { connection, publisher } = open()
      const sent = events.map((event) => {
        const { id, text, headers } = toEnvelope(event)
        const routingKey = `${event.domain}.${event.type}`
        const properties = {
          messageId: String(id),
          durable: true,
          type: event.type,
          contentType: headers['content-type'],
        }
        return publisher.send({ exchange, routingKey, ...properties, headers }, Buffer.from(text))
      })
      await untilAborted(
        Promise.all(sent).then(() => {}),
        signal,
        () => {
          // What is still to be sent must not arrive later, after events that follow it.
          connection.unsafeDestroy()
          opened = undefined
        },
      )
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
