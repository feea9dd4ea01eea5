import type { Driver } from './driver.ts'
import type { KafkaSettings } from './options.ts'
import { findTopic, type TopicPartition } from './topic.ts'

/**
 * The requests that are sent, each in its newest version that a client may use: of AddPartitionsToTxn, versions from 4 on
 * are for brokers, and need rights that clients lack. Fetch names topics up to version 12, and Produce and EndTxn up to
 * version 11 and 4 have the transactions of all brokers. Metadata has ids of topics from version 10 on.
 */
interface Requests {
  readonly metadata: Driver['metadataV12']['api']
  readonly produce: Driver['produceV9']['api']
  readonly fetch: Driver['fetchV12']['api']
  readonly listOffsets: Driver['listOffsetsV7']['api']
  readonly findCoordinator: Driver['findCoordinatorV3']['api']
  readonly initProducerId: Driver['initProducerIdV4']['api']
  readonly addPartitionsToTxn: Driver['addPartitionsToTxnV3']['api']
  readonly endTxn: Driver['endTxnV3']['api']
}
const newest = {
  ...{ metadata: 12, produce: 9, fetch: 12, listOffsets: 7, findCoordinator: 3 },
  ...{ initProducerId: 4, addPartitionsToTxn: 3, endTxn: 3 },
} as const satisfies Record<keyof Requests, number>

/** A version of a request, as the client exports it. */
interface RequestModule {
  readonly api: { readonly async: (...args: readonly unknown[]) => Promise<never> }
}

/** Connections to a cluster, and the partitions of a topic there. */
export interface Cluster {
  readonly topicId: string | undefined
  readonly partitions: readonly TopicPartition[]
  /** Sends a request to a broker; to any broker if `node` is undefined. */
  send<N extends keyof Requests>(
    name: N,
    node: number | undefined,
    ...request: Parameters<Requests[N]['async']> extends [unknown, ...infer R] ? R : never
  ): Promise<Awaited<ReturnType<Requests[N]['async']>>>
  /** Closes the connections. Pending requests reject. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5000
const REQUEST_TIMEOUT_MS = 15_000
const CLOSE_TIMEOUT_MS = 2000

/** Connects to a cluster, and finds the topic or creates it. `attempt` chooses the broker to ask first. */
export async function connectCluster(
  driver: Driver,
  settings: KafkaSettings,
  { attempt, signal }: { readonly attempt: number; readonly signal: AbortSignal },
): Promise<Cluster> {
  const { brokers, sasl, tls } = settings
  const first = attempt % brokers.length
  const client = new driver.Admin({
    clientId: 'signalbox',
    bootstrapBrokers: [...brokers.slice(first), ...brokers.slice(0, first)],
    connectTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The leader of a sink retries from the position.
    retries: 0,
    ...(sasl && { sasl }),
    ...(tls && { tls }),
  })

  const close = async () => {
    const isLate = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
    await Promise.race([client.close().catch(() => {}), isLate])
  }
  signal.addEventListener('abort', close, { once: true })
  try {
    const taken = new Map((await client.listApis()).map(({ name, maxVersion }) => [name, maxVersion]))
    const { id: topicId, brokers: nodes, partitions } = await findTopic(client, settings)
    const callOf = (name: keyof Requests) => {
      const offered = taken.get(`${name[0]?.toUpperCase()}${name.slice(1)}`) ?? 0
      const modules = driver as unknown as Readonly<Record<string, RequestModule>>
      return modules[`${name}V${Math.min(newest[name], offered)}`]!.api.async
    }
    return {
      topicId,
      partitions,
      close,
      async send(name, node, ...request) {
        const broker = node === undefined ? [...nodes.values()][attempt % nodes.size] : nodes.get(node)
        // Without a broker, the pool rejects with an error that names the reason.
        return callOf(name)(await client.connections.get(broker as { host: string; port: number }), ...request)
      },
    }
  } catch (error) {
    await close()
    throw error
  } finally {
    signal.removeEventListener('abort', close)
  }
}
