import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@signalbox/test-postgres'
import { createNode, javaArguments, type KafkaNode, kafkaFolder } from './kafka-node.ts'
import {
  addScramUser,
  allow,
  type KafkaCertificate,
  type KafkaRights,
  type KafkaUser,
  protocolFor,
  securityFor,
  withAdmin,
} from './kafka-user.ts'

/** A cluster of real brokers for the tests of one file. */
export interface KafkaCluster {
  readonly brokers: readonly string[]
  readonly nodes: readonly KafkaNode[]
  /** The node that leads the first partition of a topic. */
  leaderOf(topic: string): Promise<KafkaNode>
  /** Deletes all records of a topic, as its retention does. */
  empty(topic: string): Promise<void>
  /** Deletes a topic. */
  remove(topic: string): Promise<void>
  /** The address of the first broker for the user of the options, who has no rights at first. */
  readonly secured: string
  /** Allows that user operations on a topic, or on a transactional id. */
  allow(resource: KafkaRights['resource'], operations: KafkaRights['operations']): Promise<void>
  /** Kills the processes and deletes their data. */
  stop(): Promise<void>
}

/** How a cluster is started. */
export interface KafkaOptions {
  /** Somebody who logs in by PLAIN or SCRAM. Clients that do not log in may do anything. @default nobody */
  readonly user?: KafkaUser
  /** With it, that user connects by TLS. */
  readonly certificate?: KafkaCertificate
}

/**
 * Whether Kafka is installed. Without it, prints which suite is skipped and why; in CI throws instead, so that no suite is
 * left out unseen.
 */
export function hasKafka(suite: string): boolean {
  if (existsSync(javaArguments)) return true
  const missing = 'Kafka is not installed: run .ci/install-kafka'
  if (process.env.CI === 'true') throw new Error(missing)
  console.warn(`The suite "${suite}" is skipped, because ${missing}`)
  return false
}

/** Starts a cluster on free ports of 127.0.0.1. Each node is a broker and a controller. */
export async function startKafka(size: 1 | 3, { user, certificate }: KafkaOptions = {}): Promise<KafkaCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-kafka-'))
  const ports = await Promise.all(
    Array.from({ length: size }, async () => [await freePort(), await freePort()] as const),
  )
  const secured = `${certificate ? 'localhost' : '127.0.0.1'}:${await freePort()}`
  const voters = ports.map(([, port], index) => `${index + 1}@127.0.0.1:${port}`).join(',')
  const clusterId = randomBytes(16).toString('hex').slice(0, 22)
  const nodes = ports.map(([port, controller], index) => {
    const id = index + 1
    const place = join(folder, String(id))
    mkdirSync(join(place, 'data'), { recursive: true })
    copyFileSync(join(kafkaFolder, 'bootstrap.checkpoint'), join(place, 'data/bootstrap.checkpoint'))
    const directory = Buffer.from(`signalbox-node-${id}`).toString('base64url').padEnd(22, 'A').slice(0, 22)
    write(join(place, 'data/meta.properties'), [
      'version=1',
      `cluster.id=${clusterId}`,
      `node.id=${id}`,
      `directory.id=${directory}`,
    ])
    write(join(place, 'server.properties'), [
      ...['process.roles=broker,controller', `node.id=${id}`, `log.dirs=${join(place, 'data')}`],
      ...[`controller.quorum.voters=${voters}`, 'controller.listener.names=CONTROLLER'],
      `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}${user ? `,${protocolFor(certificate)}://${secured}` : ''}`,
      ...copies(size),
      ...(user ? securityFor(user, certificate) : []),
    ])
    return createNode({ id, port, place })
  })
  const brokers = nodes.map(({ address }) => address)
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(nodes.map((node) => node.restart()))
    if (user) await addScramUser(brokers, user)
  } catch (error) {
    await stop()
    throw error
  }
  const partitionsOf = (topic: string) =>
    withAdmin(brokers, async (admin) => {
      const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true })
      return topics.get(topic)?.partitions ?? []
    })
  return {
    ...{ brokers, nodes, stop, secured },
    async leaderOf(topic) {
      const [first] = await partitionsOf(topic)
      return nodes.find(({ id }) => id === first?.leader) ?? nodes[0]!
    },
    async empty(topic) {
      const partitions = [{ partition: 0, offset: -1n }]
      await withAdmin(brokers, (admin) => admin.deleteRecords({ topics: [{ name: topic, partitions }] }))
    },
    async remove(topic) {
      await withAdmin(brokers, (admin) => admin.deleteTopics({ topics: [topic] }))
    },
    allow: (resource, operations) => allow(brokers, user?.username ?? '', { resource, operations }),
  }
}

/** Every topic on all nodes, written when all but one have it; and a node that is gone is noticed soon. */
const copies = (size: number): readonly string[] => [
  ...[`default.replication.factor=${size}`, `min.insync.replicas=${Math.ceil(size / 2)}`, 'num.partitions=1'],
  ...[`transaction.state.log.replication.factor=${size}`, `transaction.state.log.min.isr=${Math.ceil(size / 2)}`],
  ...[
    `offsets.topic.replication.factor=${size}`,
    'offsets.topic.num.partitions=1',
    'transaction.state.log.num.partitions=1',
  ],
  ...['auto.create.topics.enable=false', 'group.initial.rebalance.delay.ms=0'],
  ...['broker.session.timeout.ms=3000', 'broker.heartbeat.interval.ms=500'],
]

const write = (file: string, lines: readonly string[]) => writeFileSync(file, `${lines.join('\n')}\n`)
