import { connect as connectPlain } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls'
import { behind, type ChangeEvent, type Sink } from '@signalbox/core/sinks'
import { SignalboxError } from '@signalbox/core/wire'
import { createEnvelope, type EnvelopeOptions } from '../envelope.ts'
import { untilAborted } from '../until-aborted.ts'
import { openConnection, type PublishFrame, type StreamConnection } from './connection.ts'
import { encodeMessage } from './message.ts'
import { frame } from './wire.ts'

/** Options of `rabbitmqStreamSink`. */
export interface RabbitmqStreamSinkOptions extends EnvelopeOptions {
  /**
   * `rabbitmq-stream://USER:PASSWORD@HOST:PORT/VIRTUAL-HOST`, or `rabbitmq-stream+tls:`. The port is 5552, or 5551 with TLS,
   * and the virtual host `/`, unless the URL has others.
   */
  readonly url: string
  /** The id of the sink. The publisher is `signalbox-<name>`: sinks with the same name are one. @default 'signalbox' */
  readonly name?: string
  /** The stream. It is created unless it exists. @default 'signalbox' */
  readonly stream?: string
  /** Options of TLS, such as `ca`. */
  readonly tls?: TlsOptions
}

/** How long connecting may take, in milliseconds. */
const OPEN_MS = 20_000
const PUBLISHER = 0
const STREAM_EXISTS = 5
/** The bytes of a frame and of each of its messages beside their content. */
const FRAME_BYTES = 13
const MESSAGE_BYTES = 12

/**
 * Copies events to a stream of RabbitMQ, each exactly once: the broker drops messages of a publisher whose publishing id,
 * the id of the event, is not greater than the last one. Throws a `RangeError` for invalid options.
 *
 * @example
 * const audit = rabbitmqStreamSink({ url: 'rabbitmq-stream://signalbox:secret@rabbit.example.com/', stream: 'flags' })
 */
export function rabbitmqStreamSink(options: RabbitmqStreamSinkOptions): Sink {
  const { name = 'signalbox', stream = 'signalbox' } = options
  const target = targetOf(options)
  const toEnvelope = createEnvelope(options)
  const reference = `signalbox-${name}`
  let connection: StreamConnection | undefined
  /** The position that this process knows. */
  let known: number | undefined

  async function open(signal: AbortSignal): Promise<StreamConnection> {
    if (connection?.isOpen) return connection
    known = undefined
    const socket = target.connect()
    const opening = openPublisher(socket)
    opening.catch(() => socket.destroy())
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(silent(target.address)), OPEN_MS)
    try {
      connection = await untilAborted(opening, AbortSignal.any([signal, late.signal]), () => socket.destroy())
      return connection
    } finally {
      clearTimeout(timer)
    }
  }

  async function openPublisher(socket: Duplex): Promise<StreamConnection> {
    const opened = await openConnection({ ...target, socket })
    await opened.call('create', (writer) => writer.text(stream).map({}), [STREAM_EXISTS])
    await opened.call('declarePublisher', (writer) => writer.u8(PUBLISHER).text(reference).text(stream))
    return opened
  }

  async function position(signal: AbortSignal): Promise<number> {
    const opened = await open(signal)
    const asked = opened.call('queryPublisherSequence', (writer) => writer.text(reference).text(stream))
    known = (await untilAborted(asked, signal, opened.destroy)).u64()
    return known
  }

  /** The events as frames, with the ids in each. */
  function framesOf(events: readonly ChangeEvent[], most: number): PublishFrame[] {
    const frames: PublishFrame[] = []
    let messages: { readonly id: number; readonly bytes: Buffer }[] = []
    let size = FRAME_BYTES
    const finish = () => {
      const writer = frame('publish').u8(PUBLISHER).u32(messages.length)
      for (const { id, bytes } of messages) writer.u64(id).bytes(bytes)
      if (messages.length > 0) frames.push({ bytes: writer.end(), ids: messages.map(({ id }) => id) })
      messages = []
      size = FRAME_BYTES
    }
    for (const event of events) {
      const bytes = encodeMessage(toEnvelope(event))
      if (FRAME_BYTES + MESSAGE_BYTES + bytes.length > most) throw tooLong(event, bytes.length, most)
      if (size + MESSAGE_BYTES + bytes.length > most) finish()
      messages.push({ id: event._id, bytes })
      size += MESSAGE_BYTES + bytes.length
    }
    finish()
    return frames
  }

  return {
    kind: 'rabbitmq-stream',
    position,
    async append(events, after, signal) {
      const opened = await open(signal)
      const at = known ?? (await position(signal))
      if (at !== after) throw behind(after, { position: at })
      const frames = framesOf(events, opened.frameMax)
      known = undefined
      // One after the other: a frame that is refused must not be followed by one that is stored, which has greater ids.
      for (const one of frames) await untilAborted(opened.publish(one), signal, opened.destroy)
      known = events.at(-1)?._id ?? after
    },
    async close() {
      connection?.destroy()
    },
  }
}

const silent = (address: string): SignalboxError =>
  new SignalboxError(
    'UNAVAILABLE',
    `The stream of ${address} cannot be written: the broker has not answered for ${OPEN_MS / 1000} seconds`,
  )

const tooLong = ({ _id }: ChangeEvent, length: number, most: number): SignalboxError =>
  new SignalboxError(
    'TOO_LARGE',
    `Event ${_id} has ${length} bytes, and the broker takes frames of ${most}: raise stream.frame_max in rabbitmq.conf`,
  )

interface Target {
  readonly address: string
  readonly user: string
  readonly password: string
  readonly virtualHost: string
  connect(): Duplex
}

function targetOf({ url, tls }: RabbitmqStreamSinkOptions): Target {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^rabbitmq-stream(\+tls)?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new RangeError(
      'The address of the stream is invalid: expected rabbitmq-stream://USER:PASSWORD@HOST:PORT/VIRTUAL-HOST',
    )
  const isSecure = parsed.protocol.endsWith('+tls:')
  const port = Number(parsed.port) || (isSecure ? 5551 : 5552)
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  return {
    address: `${parsed.hostname}:${port}`,
    user: decodeURIComponent(parsed.username) || 'guest',
    password: decodeURIComponent(parsed.password) || 'guest',
    virtualHost: decodeURIComponent(parsed.pathname.slice(1)) || '/',
    connect: () => (isSecure ? connectTls({ host, port, servername: host, ...tls }) : connectPlain({ host, port })),
  }
}
