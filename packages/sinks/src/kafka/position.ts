import type { RecordsBatch } from '@platformatic/kafka'
import { SignalboxError } from '@signalbox/core/errors'
import { emptied } from '@signalbox/core/sinks'
import type { Cluster } from './cluster.ts'
import type { KafkaSettings } from './options.ts'
import type { TopicPartition } from './topic.ts'
import { untilReady } from './until-ready.ts'

/** The newest record of a sink in a partition. */
interface Newest {
  readonly id: number
  readonly writer: string | undefined
}

/** What a partition holds of events: the newest one, and whether its first records are gone. */
interface Held {
  readonly newest: Newest | undefined
  readonly isEmptied: boolean
}

/**
 * The greatest id of an event in the topic; 0 if there has never been one. Call it only when no transaction of this sink is
 * open. Throws CONFLICT if the newest event is of another sink, and `emptied` if there have been records and no event is
 * left.
 */
export async function readPosition(cluster: Cluster, settings: KafkaSettings, signal: AbortSignal): Promise<number> {
  const { topic, writer } = settings
  const held = await Promise.all(
    cluster.partitions.map((partition) => readHeld(cluster, { topic, signal, ...partition })),
  )
  const newest = held.flatMap((one) => one.newest ?? []).reduce<Newest | undefined>(greater, undefined)
  if (newest === undefined) {
    if (held.every(({ isEmptied }) => !isEmptied)) return 0
    throw emptied(
      `all events of the topic ${topic} have expired, so that it cannot tell which ones it had; keep the newest event with ` +
        'retention.ms=-1 or compaction',
    )
  }
  if (newest.writer !== undefined && newest.writer !== writer)
    throw new SignalboxError(
      'CONFLICT',
      `The topic ${topic} belongs to the sink with the transactionalId ${newest.writer}, and this one has ${writer}: ` +
        'choose another topic, or set that transactionalId to continue',
    )
  return newest.id
}

const greater = (one: Newest | undefined, other: Newest): Newest =>
  one === undefined || other.id > one.id ? other : one

const LATEST = -1n
const EARLIEST = -2n
/** What a broker answers that does not know yet that it leads a partition, or not yet how much of it all replicas have. */
const starting = ['NOT_LEADER_OR_FOLLOWER', 'UNKNOWN_TOPIC_OR_PARTITION', 'OFFSET_NOT_AVAILABLE']
const FIRST_SEARCH = 64n
const GROWTH = 8n

/** Searches a partition from its end, in steps that grow. */
async function readHeld(
  cluster: Cluster,
  { topic, signal, partition, leader }: TopicPartition & { readonly topic: string; readonly signal: AbortSignal },
): Promise<Held> {
  const offsetAt = async (timestamp: bigint) => {
    const partitions = [{ partitionIndex: partition, currentLeaderEpoch: -1, timestamp }]
    const { topics } = await untilReady(signal, starting, () =>
      cluster.send('listOffsets', leader, -1, 0, [{ name: topic, partitions }]),
    )
    return topics[0]!.partitions[0]!.offset
  }
  const [start, end] = [await offsetAt(EARLIEST), await offsetAt(LATEST)]
  for (let size = FIRST_SEARCH; start < end; size *= GROWTH) {
    const isWhole = end - size <= start
    const from = isWhole ? start : end - size
    const newest = await newestOf(readBatches(cluster, { topic, partition, leader, from, end }))
    if (newest !== undefined) return { newest, isEmptied: false }
    if (isWhole) break
  }
  return { newest: undefined, isEmptied: start > 0n }
}

/** The batches of a partition from one offset to before another. */
async function* readBatches(
  cluster: Cluster,
  { topic, partition, leader, from, end }: TopicPartition & { topic: string; from: bigint; end: bigint },
): AsyncGenerator<RecordsBatch> {
  for (let offset = from; offset < end; ) {
    const wanted = { partition, currentLeaderEpoch: -1, fetchOffset: offset, lastFetchedEpoch: -1 }
    const topics = [{ topicId: topic, partitions: [{ ...wanted, partitionMaxBytes: MAX_BYTES }] }]
    const { responses } = await cluster.send('fetch', leader, 500, 1, MAX_BYTES, 0, 0, -1, topics, [], '')
    const batches = responses[0]?.partitions[0]?.records ?? []
    // A position that is too small would double events.
    if (batches.length === 0)
      throw new SignalboxError('UNAVAILABLE', `Kafka does not return the newest records of the topic ${topic}`)
    yield* batches
    const last = batches.at(-1)!
    offset = last.firstOffset + BigInt(last.lastOffsetDelta) + 1n
  }
}
const MAX_BYTES = 4 * 1024 * 1024

type Batch = Pick<RecordsBatch, 'attributes' | 'producerId'> & {
  readonly records: readonly Pick<RecordsBatch['records'][number], 'key' | 'headers'>[]
}

const TRANSACTIONAL = 0b1_0000
const CONTROL = 0b10_0000
const COMMIT = 1

/**
 * The newest event of batches, except batches of aborted transactions: each transaction ends with a control
 * batch of its producer.
 */
export async function newestOf(batches: AsyncIterable<Batch> | Iterable<Batch>): Promise<Newest | undefined> {
  const open = new Map<bigint, Newest>()
  let newest: Newest | undefined
  for await (const { attributes, producerId, records } of batches)
    if (attributes & CONTROL) {
      if (records[0]?.key?.readInt16BE(2) === COMMIT) newest = open.get(producerId) ?? newest
      open.delete(producerId)
    } else
      for (const { headers } of records) {
        const found = inHeaders(headers)
        if (!found) continue
        if (attributes & TRANSACTIONAL) open.set(producerId, found)
        else newest = found
      }
  return newest
}

/** What the headers of a record say of the sink that wrote it. */
function inHeaders(headers: readonly (readonly [Buffer | null, Buffer | null])[]): Newest | undefined {
  const texts = new Map(headers.map(([name, value]) => [String(name), String(value)]))
  const id = Number(texts.get('signalbox-id') ?? Number.NaN)
  return Number.isSafeInteger(id) ? { id, writer: texts.get('signalbox-sink') } : undefined
}
