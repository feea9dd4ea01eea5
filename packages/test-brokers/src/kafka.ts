import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@signalbox/test-postgres'
import { halt } from './halt.ts'

/** One process of a cluster. It keeps its port and its data. */
export interface KafkaNode {
  readonly id: number
  readonly address: string
  /** Kills the process without a clean shutdown. */
  kill(): Promise<void>
  /** Starts the process again after `kill`, and resolves when it listens. */
  restart(): Promise<void>
  /** Halts the process: connections stay open, and nobody answers. */
  pause(): Promise<void>
  resume(): void
}

/** A cluster of real brokers for the tests of one file. */
export interface KafkaCluster {
  readonly brokers: readonly string[]
  readonly nodes: readonly KafkaNode[]
  /** The node that leads the first partition of a topic. */
  leaderOf(topic: string): Promise<KafkaNode>
  /** Deletes all records of a topic, as its retention does. */
  empty(topic: string): Promise<void>
  /** The address of the first broker for the user of the options, who has no rights at first. */
  readonly secured: string
  /** Allows that user operations on a topic, or on a transactional id. */
  allow(
    resource: string | { readonly transactionalId: string },
    operations: readonly ('Describe' | 'Read' | 'Write')[],
  ): Promise<void>
  /** Kills the processes and deletes their data. */
  stop(): Promise<void>
}

/** Where `.ci/install-kafka` has put the server. */
const kafkaFolder = process.env.SIGNALBOX_KAFKA ?? join(homedir(), '.cache/signalbox/kafka')
const libraries = join(kafkaFolder, 'libs/*')

/**
 * Whether Kafka is installed. Without it, prints which suite is skipped and why; in CI throws instead, so that no suite is
 * left out unseen.
 */
export function hasKafka(suite: string): boolean {
  if (existsSync(join(kafkaFolder, 'bootstrap.checkpoint'))) return true
  const missing = 'Kafka is not installed: run .ci/install-kafka'
  if (process.env.CI === 'true') throw new Error(missing)
  console.warn(`The suite "${suite}" is skipped, because ${missing}`)
  return false
}

/** The client does not run on every version of Node that these tests do. */
const loadClient = () => import('@platformatic/kafka')

const LONGEST_START_MS = 90_000
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a cluster on free ports of 127.0.0.1. Each node is a broker and a controller. With a `user`, clients that log in have the rights they are given; others may do anything. */
export async function startKafka(
  size: 1 | 3,
  { user }: { readonly user?: { readonly username: string; readonly password: string } } = {},
): Promise<KafkaCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-kafka-'))
  const ports = await Promise.all(
    Array.from({ length: size }, async () => [await freePort(), await freePort()] as const),
  )
  const secured = await freePort()
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
      `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}${user ? `,SASL_PLAINTEXT://127.0.0.1:${secured}` : ''}`,
      ...copies(size),
      ...(user ? security(user) : []),
    ])
    return createNode({ id, port, place, memory: size === 1 ? 384 : 256 })
  })
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
  await Promise.all(nodes.map((node) => node.restart())).catch(async (error) => {
    await stop()
    throw error
  })
  const brokers = nodes.map(({ address }) => address)
  return {
    ...{ brokers, nodes, stop, secured: `127.0.0.1:${secured}` },
    async leaderOf(topic) {
      const { Admin } = await loadClient()
      const admin = new Admin({ clientId: 'test', bootstrapBrokers: [...brokers], retries: 10, retryDelay: 500 })
      const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true })
      await admin.close()
      return nodes.find(({ id }) => id === topics.get(topic)?.partitions[0]?.leader) ?? nodes[0]!
    },
    async empty(topic) {
      const { Admin } = await loadClient()
      const admin = new Admin({ clientId: 'test', bootstrapBrokers: [...brokers] })
      const partitions = [{ partition: 0, offset: -1n }]
      await admin.deleteRecords({ topics: [{ name: topic, partitions }] })
      await admin.close()
    },
    allow: (resource, operations) => allow(brokers, { user: `User:${user?.username}`, resource, operations }),
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

const security = ({
  username,
  password,
}: {
  readonly username: string
  readonly password: string
}): readonly string[] => [
  'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT',
  ...['sasl.enabled.mechanisms=PLAIN', 'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer'],
  'super.users=User:ANONYMOUS',
  `listener.name.sasl_plaintext.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_${username}="${password}";`,
]

async function allow(
  brokers: readonly string[],
  {
    user,
    resource,
    operations,
  }: {
    user: string
    resource: string | { readonly transactionalId: string }
    operations: readonly ('Describe' | 'Read' | 'Write')[]
  },
): Promise<void> {
  const { AclOperations, AclPermissionTypes, Admin, ResourcePatternTypes, ResourceTypes } = await loadClient()
  const admin = new Admin({ clientId: 'test', bootstrapBrokers: [...brokers] })
  const isTopic = typeof resource === 'string'
  await admin.createAcls({
    creations: operations.map((operation) => ({
      resourceType: isTopic ? ResourceTypes.TOPIC : ResourceTypes.TRANSACTIONAL_ID,
      resourceName: isTopic ? resource : resource.transactionalId,
      resourcePatternType: ResourcePatternTypes.LITERAL,
      principal: user,
      host: '*',
      operation: AclOperations[operation.toUpperCase() as 'DESCRIBE' | 'READ' | 'WRITE'],
      permissionType: AclPermissionTypes.ALLOW,
    })),
  })
  await admin.close()
}

const write = (file: string, lines: readonly string[]) => writeFileSync(file, `${lines.join('\n')}\n`)

function createNode({
  id,
  port,
  place,
  memory,
}: {
  id: number
  port: number
  place: string
  memory: number
}): KafkaNode {
  let child: ChildProcess | undefined
  const log = join(place, 'log.txt')
  async function kill(): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  return {
    id,
    address: `127.0.0.1:${port}`,
    kill,
    async restart() {
      const output = openSync(log, 'w')
      const flags = [`-Xmx${memory}m`, '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto']
      const started = spawn('java', [...flags, '-cp', libraries, 'kafka.Kafka', join(place, 'server.properties')], {
        cwd: place,
        stdio: ['ignore', output, output],
      })
      child = started
      running.add(started)
      started.once('exit', () => running.delete(started))
      for (
        const until = Date.now() + LONGEST_START_MS;
        Date.now() < until && started.exitCode === null;
        await delay(50)
      )
        if (await listens(port)) return
      await kill()
      throw new Error(`Kafka does not start: ${readFileSync(log, 'utf8').slice(-4000)}`)
    },
    async pause() {
      if (child?.pid) await halt(child.pid)
    },
    resume: () => void child?.kill('SIGCONT'),
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('error', () => settle(false))
    socket.on('connect', () => settle(true))
  })
}
