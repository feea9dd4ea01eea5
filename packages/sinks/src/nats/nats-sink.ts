import { behind, type ChangeEvent, emptied, SignalboxError, type Sink } from '@signalbox/core/sinks'
import { endedBy } from '../ended-by.ts'
import { createEnvelope, type EnvelopeOptions } from '../envelope.ts'
import type { JetStream, JetStreamStreams } from './jet-stream.ts'

export type { JetStream, JetStreamStreams } from './jet-stream.ts'

/** Options of a sink in NATS JetStream. */
export interface NatsSinkOptions extends EnvelopeOptions {
  /** `jetstream(connection)` of the package `@nats-io/jetstream`. */
  readonly client: JetStream
  /** The name of the stream. Nobody else may publish to it. Created if it does not exist. @default 'signalbox' */
  readonly stream?: string
  /** What subjects begin with: `<prefix>.<domain>.<type>`. @default 'signalbox' */
  readonly prefix?: string
  /** How many of the newest messages a new stream keeps. @default all */
  readonly maxMessages?: number
  /** On how many servers a new stream is stored. @default 1 */
  readonly replicas?: number
  /** How long the server may take to acknowledge a message, in milliseconds. @default 5000 */
  readonly timeout?: number
}

/** Where the stream ends: the sequence of its last message, and the id of the event in it. */
interface End {
  readonly sequence: number
  /** `undefined`: the stream was emptied. */
  readonly id: number | undefined
}

/**
 * Copies events to a stream of NATS JetStream, exactly once, for any length of time: each message names the sequence that
 * it follows, so a repeat or another leader is refused. Messages have the subject `<prefix>.<domain>.<type>` and the id of the
 * event as `Nats-Msg-Id`. A batch is sent without waiting in between. `close` leaves the connection open. Throws a `RangeError`
 * for an unknown format or time zone.
 *
 * @example
 * ```ts
 * const connection = await connect({ servers: 'nats://127.0.0.1:4222' })
 * const sink = natsSink({ client: jetstream(connection), stream: 'flags' })
 * ```
 */
export function natsSink({
  client,
  stream = 'signalbox',
  prefix = 'signalbox',
  maxMessages = -1,
  replicas = 1,
  timeout = 5000,
  ...format
}: NatsSinkOptions): Sink {
  const toEnvelope = createEnvelope(format)
  /** Unknown before the first look, and after a failure. */
  let end: End | undefined

  async function look(): Promise<End> {
    const found = await open()
    const { state } = await found.info(stream)
    const message = await found.getMessage(stream, { last_by_subj: '>' })
    if (state.last_seq === 0 && !message) return { sequence: 0, id: 0 }
    if (!message || message.seq < state.last_seq) return { sequence: state.last_seq, id: undefined }
    const id = Number(message.header.get('Nats-Msg-Id') || Number.NaN)
    if (!Number.isSafeInteger(id)) throw new SignalboxError('CONFLICT', foreign(stream, message.seq))
    return { sequence: message.seq, id }
  }

  /** The streams of the server, of which there is this one: it is created if it is missing, as after it was deleted. */
  async function open(): Promise<JetStreamStreams> {
    const { streams: found } = await client.jetstreamManager()
    try {
      await found.info(stream)
    } catch (error) {
      if (!isUnknownStream(error)) throw error
      const subjects = [`${prefix}.>`]
      await found.add({ name: stream, subjects, num_replicas: replicas, max_msgs: maxMessages })
    }
    return found
  }

  async function publish(events: readonly ChangeEvent[], { sequence }: End): Promise<void> {
    const acknowledged = events.map((event, index) => {
      const { id, text } = toEnvelope(event)
      const lastSequence = sequence + index
      return client
        .publish(`${prefix}.${tokenOf(event.domain)}.${tokenOf(event.type)}`, text, {
          ...{ msgID: String(id), timeout, expect: { streamName: stream, lastSequence } },
        })
        .then(({ seq }) => seq === lastSequence + 1)
    })
    // The first failure causes the later ones.
    const outcomes = await Promise.allSettled(acknowledged)
    const failed = outcomes.find((one) => one.status === 'rejected' || !one.value)
    if (failed?.status === 'rejected' && isTooLarge(failed.reason))
      throw tooLarge(events[outcomes.indexOf(failed)]!, failed.reason)
    if (failed?.status === 'rejected' && !isOutOfSequence(failed.reason)) throw failed.reason
    if (failed) throw behind(sequence, failed.status === 'rejected' ? { cause: failed.reason } : {})
  }

  return {
    kind: 'nats',
    async position(signal) {
      end = undefined
      end = await endedBy(signal, look)
      if (end.id === undefined) throw emptied(shortened(stream))
      return end.id
    },
    async append(events, after, signal) {
      const last = events.at(-1)
      if (!last) return
      const from = end ?? (await endedBy(signal, look))
      end = undefined
      if (from.id !== undefined && from.id !== after) throw behind(after, { position: from.id })
      await endedBy(signal, () => publish(events, from))
      end = { sequence: from.sequence + events.length, id: last._id }
    },
    async close() {},
  }
}

/** A token of a subject: dots, wildcards and spaces separate or mean something else. */
const tokenOf = (text: string): string => text.replaceAll(/[.*>\s]/g, '_') || '_'

/** The stream does not end where the message expects it: https://github.com/nats-io/nats-server/blob/main/server/errors.json */
const isOutOfSequence = (error: unknown): boolean => codeOf(error) === 10071 || codeOf(error) === 10164
/** The client refuses it before it sends it. */
const isTooLarge = (error: unknown): boolean => error instanceof Error && error.message.includes('max_payload')
const isUnknownStream = (error: unknown): boolean => codeOf(error) === 10059
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

const tooLarge = ({ _id }: ChangeEvent, cause: unknown): SignalboxError =>
  new SignalboxError(
    'TOO_LARGE',
    `Event ${_id} is larger than NATS takes: raise max_payload in the configuration of the server`,
    { cause },
  )

const foreign = (stream: string, sequence: number): string =>
  `Message ${sequence} of the stream ${stream} has no id of an event: use a stream that nobody else publishes to`

const shortened = (stream: string): string =>
  `the stream ${stream} has lost its newest message, so its position is unknown; limit it by max_msgs or max_bytes in place of max_age, or publish a message with the id of the newest event as Nats-Msg-Id to it`
