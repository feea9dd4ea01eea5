import type { Cluster } from './cluster.ts'
import type { Driver } from './driver.ts'
import { CREATED_ANEW } from './failures.ts'
import type { KafkaSettings } from './options.ts'
import { untilReady } from './until-ready.ts'

/** A record to write. */
export interface KafkaRecord {
  readonly key: Buffer
  /** `undefined`: a tombstone. */
  readonly value: Buffer | undefined
  readonly headers: ReadonlyMap<Buffer, Buffer>
}

/** Writes records as one transaction, or without transactions. After a rejection it is of no more use. */
export type Write = (records: readonly KafkaRecord[], signal: AbortSignal) => Promise<void>

/** How long an open transaction of a process that is gone may hold up readers, unless another process takes over. */
const TRANSACTION_TIMEOUT_MS = 30_000
const PRODUCE_TIMEOUT_MS = 10_000
/** The records of one request. Brokers take batches of up to 1 MiB, unless they are configured otherwise. */
const MAX_CHUNK_BYTES = 512 * 1024
const ALL_REPLICAS = -1
const TRANSACTION = 1
const NO_PRODUCER = [-1n, -1] as const

/**
 * Registers as the producer with the transactional id. Other processes with that id are fenced off from now on, and a
 * transaction that one of them has left open is over.
 */
export async function createWrite(
  driver: Driver,
  cluster: Cluster,
  settings: KafkaSettings,
  signal: AbortSignal,
): Promise<Write> {
  const { topic } = settings
  const transactionalId = settings.transactionalId ?? null
  let coordinator: number | undefined
  const { producerId, producerEpoch } = await untilReady(signal, starting, async () => {
    if (transactionalId !== null) coordinator = await findCoordinator(cluster, transactionalId)
    return cluster.send('initProducerId', coordinator, transactionalId, TRANSACTION_TIMEOUT_MS, ...NO_PRODUCER)
  })
  /** How many records each partition has of this producer, from which brokers tell repeats. */
  const sequences = new driver.NumericMap()

  /** Writes records that one request may have. Each leader gets one. */
  async function produce(records: readonly KafkaRecord[]): Promise<void> {
    const byLeader = Map.groupBy(records.map(toMessage), ({ partition }) => cluster.partitions[partition]!.leader)
    const producing = [...byLeader].map(async ([leader, messages]) => {
      await cluster.send('produce', leader, ALL_REPLICAS, PRODUCE_TIMEOUT_MS, messages, {
        ...{ transactionalId, producerId, producerEpoch, sequences },
      })
      for (const { partition } of messages) {
        const key = `${topic}:${partition}`
        sequences.set(key, (sequences.getWithDefault(key, 0) + 1) % 2 ** 31)
      }
    })
    await Promise.all(producing)
  }

  /** Throws if the topic was deleted and created anew since its position was read: it would lack the events up to there. */
  async function checkTopic(): Promise<void> {
    const { topics } = await cluster.send('metadata', cluster.partitions[0]?.leader, [topic], false)
    if (topics[0]?.topicId === cluster.topicId) return
    throw Object.assign(new Error(`The topic ${topic} was created anew`), { code: CREATED_ANEW })
  }

  const toMessage = ({ key, value, headers }: KafkaRecord) => ({
    ...{ topic, key, value: value as Buffer, headers: headers as Map<Buffer, Buffer> },
    partition: partitionOf(key),
  })
  /** As the producer of Kafka itself distributes keys. */
  const partitionOf = (key: Buffer) =>
    driver.compatibilityPartitioner(undefined as never, key) % cluster.partitions.length

  if (transactionalId === null)
    return async (records, signal) => {
      await checkTopic()
      for (const chunk of chunksOf(records)) {
        signal.throwIfAborted()
        await produce(chunk)
      }
    }

  return async (records, signal) => {
    const partitions = [...new Set(records.map(({ key }) => partitionOf(key)))]
    const transaction = { transactionalId, producerId, producerEpoch, verifyOnly: false }
    // The markers of the previous transaction may still be on their way.
    await untilReady(signal, ending, () =>
      cluster.send('addPartitionsToTxn', coordinator, [{ ...transaction, topics: [{ name: topic, partitions }] }]),
    )
    for (const chunk of chunksOf(records)) {
      signal.throwIfAborted()
      await produce(chunk)
    }
    // Only what is committed counts, so that the look comes after all records.
    await checkTopic()
    signal.throwIfAborted()
    await cluster.send('endTxn', coordinator, transactionalId, producerId, producerEpoch, true)
  }
}

async function findCoordinator(cluster: Cluster, transactionalId: string): Promise<number> {
  const { coordinators } = await cluster.send('findCoordinator', undefined, TRANSACTION, [transactionalId])
  return coordinators[0]!.nodeId
}

/** What the coordinator of transactions answers while a transaction is ending. */
const ending = ['CONCURRENT_TRANSACTIONS']
/** And while a cluster is starting, or a coordinator has just moved. */
const starting = [...ending, 'COORDINATOR_LOAD_IN_PROGRESS', 'COORDINATOR_NOT_AVAILABLE', 'NOT_COORDINATOR']

/** Splits records into requests. */
function* chunksOf(records: readonly KafkaRecord[]): Generator<KafkaRecord[]> {
  let chunk: KafkaRecord[] = []
  let bytes = 0
  for (const record of records) {
    const size = record.key.length + (record.value?.length ?? 0) + 200
    if (chunk.length > 0 && bytes + size > MAX_CHUNK_BYTES) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(record)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}
