import { behind, type Sink } from '@signalbox/core/sinks'
import { endedBy } from '../ended-by.ts'
import { createEnvelope, type EnvelopeOptions } from '../envelope.ts'
import { APPEND_SCRIPT } from './append-script.ts'
import { type RedisClient, scriptOn } from './script.ts'

export type { RedisClient } from './script.ts'

/** Options of a sink in Redis. */
export interface RedisSinkOptions extends EnvelopeOptions {
  readonly client: RedisClient
  /** The key of the stream. Only one sink may write to it. @default 'signalbox' */
  readonly stream?: string
  /** About how many of the newest entries the stream keeps. @default all */
  readonly maxLength?: number
}

/**
 * Copies events to a Redis stream, exactly once: Redis 6.2 or newer, or Valkey. The entry of an event has the id
 * `<id of the event>-0` and the fields `type`, `key` and `event`, the event in the chosen format. A batch is one command:
 * all of it is added or nothing. `close` leaves the client open. Throws a `RangeError` for an unknown format or time zone.
 *
 * @example
 * ```ts
 * const client = await createClient({ url: 'redis://127.0.0.1:6379' }).connect()
 * const sink = redisSink({ client, stream: 'flags', maxLength: 100_000 })
 * ```
 */
export function redisSink({ client, stream = 'signalbox', maxLength, ...format }: RedisSinkOptions): Sink {
  const toEnvelope = createEnvelope(format)
  const run = scriptOn(client, APPEND_SCRIPT)
  const most = maxLength === undefined ? '' : String(maxLength)

  async function append(after: number, events: readonly string[]) {
    const [isDone, last] = (await run(stream, String(after), most, ...events)) as readonly [number, number]
    return { isDone: Number(isDone) === 1, last: Number(last) }
  }

  return {
    kind: 'redis',
    async position(signal) {
      return (await endedBy(signal, () => append(0, []))).last
    },
    async append(events, after, signal) {
      const entries = events.flatMap((event) => {
        const { id, text, key } = toEnvelope(event)
        return [String(id), event.type, key, text]
      })
      const { isDone, last } = await endedBy(signal, () => append(after, entries))
      if (!isDone) throw behind(after, { position: last })
    },
    async close() {},
  }
}
