import { behind, type Sink } from '@signalbox/core/sinks'
import { SignalboxError } from '@signalbox/core/wire'
import { createEnvelope, type EnvelopeOptions } from '../envelope.ts'
import { type Bucket, type BucketOptions, openBucket } from './bucket.ts'
import { gunzipText, gzipLines } from './gzip.ts'
import { newestKey } from './newest-key.ts'

/** Options of `s3Sink`. */
export interface S3SinkOptions extends BucketOptions, EnvelopeOptions {}

/** The folder of the log. */
const LOG = 'log/'
/** Ids have at most 16 digits, so that names sort like ids. */
const DIGITS = 16

const nameOf = (id: number): string => `${LOG}${String(id).padStart(DIGITS, '0')}.ndjson.gz`

/**
 * Copies events to a bucket: each batch is an object `log/<first id>.ndjson.gz` with one event per line. Each event is
 * there exactly once: the first event after a position is the same for every process, and only the first object of a
 * name is stored. Requires conditional writes (`If-None-Match`) of the store. Throws a `RangeError` for invalid
 * options.
 *
 * @example
 * const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: 'eu-west-1' })
 * const audit = s3Sink({ url: 's3://audit/signalbox', client, region: 'eu-west-1' })
 */
export function s3Sink(options: S3SinkOptions): Sink {
  const bucket = openBucket(options)
  const toEnvelope = createEnvelope(options)
  /** The position that this process knows. */
  let known: number | undefined

  async function position(signal: AbortSignal): Promise<number> {
    known = undefined
    const key = await newestKey(bucket, { prefix: LOG, nameOf, signal })
    known = key === undefined ? 0 : await lastIn(bucket, key, signal)
    return known
  }

  return {
    kind: 's3',
    position,
    async append(events, after, signal) {
      const [first] = events
      if (!first) return
      const at = known ?? (await position(signal))
      if (at !== after) throw behind(after, { position: at })
      // Until it is known whether the object was stored, the position is unknown.
      known = undefined
      const bytes = await gzipLines(events.map((event) => toEnvelope(event).text))
      if (!(await bucket.put(nameOf(first._id), bytes, 'absent', signal))) throw behind(after)
      known = events.at(-1)?._id
    },
    async close() {},
  }
}

/** The id of the last event of an object. */
async function lastIn(bucket: Bucket, key: string, signal: AbortSignal): Promise<number> {
  const object = await bucket.get(key, { signal })
  if (!object || object === 'same') throw invalid(bucket, key, 'it disappeared while it was read')
  const text = await gunzipText(object.bytes).catch((cause) => {
    throw invalid(bucket, key, 'it is not an object of the log', cause)
  })
  const { _id, id } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { _id?: unknown; id?: unknown }
  const last = Number(_id ?? id)
  if (!Number.isSafeInteger(last)) throw invalid(bucket, key, 'its last line has no id')
  return last
}

const invalid = ({ name }: Bucket, key: string, why: string, cause?: unknown): SignalboxError =>
  new SignalboxError('UNAVAILABLE', `The position of ${name} is unknown, because of ${key}: ${why}`, { cause })
