import type { Admin, ClusterMetadata } from '@platformatic/kafka'
import { SignalboxError } from '@signalbox/core/errors'
import { reasonsOf } from './failures.ts'
import type { KafkaSettings } from './options.ts'

/** A partition, and the broker that leads it. */
export interface TopicPartition {
  readonly partition: number
  readonly leader: number
}

/** A topic's partitions, and the cluster's brokers by id. */
interface FoundTopic {
  /** It differs if the topic was deleted and created anew. */
  readonly id: string | undefined
  readonly brokers: ClusterMetadata['brokers']
  readonly partitions: readonly TopicPartition[]
}

const CREATION_POLLS = 50
const CREATION_POLL_MS = 100

/** Finds the topic, or creates it. Throws NOT_FOUND if it does not exist and may not be created. */
export async function findTopic(client: Admin, settings: KafkaSettings): Promise<FoundTopic> {
  const found = await readTopic(client, settings)
  if (found) return found
  const { topic, createTopic } = settings
  if (createTopic === false)
    throw new SignalboxError('NOT_FOUND', `The topic ${topic} does not exist: create it, or set createTopic`)
  await create(client, settings, createTopic)
  for (let poll = 0; poll < CREATION_POLLS; poll++) {
    const created = await readTopic(client, settings)
    if (created) return created
    await new Promise((resolve) => setTimeout(resolve, CREATION_POLL_MS))
  }
  throw new SignalboxError('UNAVAILABLE', `The topic ${topic} was created, but has no leader yet`)
}

/** The topic, if it exists and each partition has a leader. */
async function readTopic(client: Admin, { topic, transactionalId }: KafkaSettings): Promise<FoundTopic | undefined> {
  const { brokers, topics } = await client.metadata({ topics: [topic], forceUpdate: true }).catch((error) => {
    const isMissing = /Unknown topic/.test(String(error)) || reasonsOf(error).has('UNKNOWN_TOPIC_OR_PARTITION')
    if (isMissing) return { brokers: new Map(), topics: new Map() } as Pick<ClusterMetadata, 'brokers' | 'topics'>
    throw error
  })
  const partitions = topics.get(topic)?.partitions.map(({ leader }, partition) => ({ partition, leader })) ?? []
  if (partitions.length === 0) return undefined
  if (partitions.length > 1 && transactionalId === undefined)
    throw new SignalboxError(
      'INVALID',
      `The topic ${topic} has ${partitions.length} partitions: sinks without transactions need a topic with 1 partition`,
    )
  return { id: topics.get(topic)?.id, brokers, partitions }
}

async function create(
  client: Admin,
  { topic, compacted, transactionalId }: KafkaSettings,
  { partitions, replicas, configs = {} }: Exclude<KafkaSettings['createTopic'], false>,
): Promise<void> {
  // The newest event has to stay there, because it tells the position.
  const kept = compacted ? { 'cleanup.policy': 'compact' } : { 'retention.ms': '-1' }
  const all = { ...kept, ...configs }
  await client
    .createTopics({
      topics: [topic],
      partitions: partitions ?? (transactionalId === undefined ? 1 : -1),
      replicas: replicas ?? -1,
      configs: Object.entries(all).map(([name, value]) => ({ name, value })),
    })
    .catch((error) => {
      // Another process was faster.
      if (!reasonsOf(error).has('TOPIC_ALREADY_EXISTS')) throw error
    })
}
