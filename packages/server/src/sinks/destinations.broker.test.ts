import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { hasKafka, hasProgram, startKafka, startNats, startRabbitmq, startRedis } from '@signalbox/test-brokers'
import { Connection } from 'rabbitmq-client'
import { createClient } from 'redis'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { createServer } from '../create-server.ts'
import { call, known } from '../known.fixture.ts'

const password = randomUUID()
afterEach(() => vi.unstubAllEnvs())

/** Starts a server with a sink, creates a feature, and returns the messages once the sink has copied it. */
async function serve(sink: { readonly to: string; readonly [option: string]: unknown }) {
  vi.stubEnv('SINK_PASSWORD', password)
  const sinks = [{ id: 'audit', domains: ['Feature'], ...sink }]
  const server = await createServer({ ...known, port: 0, report: () => {}, sinks })
  onTestFinished(() => server.close())
  await server.box.features.create({ body: { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' } })
  const [kind] = sink.to.split(':')
  const shown = async () => (await call(`${server.url}/api/sinks`)).json()
  await expect.poll(shown).toMatchObject({ results: [{ id: 'audit', kind, state: 'running', behind: 0 }] })
  expect(JSON.stringify(await shown())).not.toContain(password)
}

/** The client parses messages that are JSON by their content type, which messages of streams have among their properties. */
const eventOf = (body: unknown): unknown => (Buffer.isBuffer(body) ? JSON.parse(String(body)) : body)

const created = { type: 'FEATURE_CREATED', key: 'shop:express', payload: { id: 'shop:express', enabled: true } }

it.runIf(hasProgram('redis-server', 'a sink to Redis'))('a server copies its log to a stream of Redis', async () => {
  const redis = await startRedis(['--requirepass', password])
  onTestFinished(() => redis.stop())
  await serve({ to: redis.url, password: '$SINK_PASSWORD', stream: 'flags' })
  const client = await createClient({ url: redis.url, password }).connect()
  const entries = await client.xRange('flags', '-', '+')
  await client.close()
  expect(entries?.map(({ message }) => JSON.parse(message.event ?? ''))).toMatchObject([created])
})

it.runIf(hasProgram('nats-server', 'a sink to NATS'))('a server copies its log to a stream of NATS', async () => {
  const nats = await startNats(['--user', 'ann', '--pass', password])
  onTestFinished(() => nats.stop())
  await serve({ to: nats.url, username: 'ann', password: '$SINK_PASSWORD', stream: 'flags', prefix: 'flags' })
  const connection = await connect({ servers: nats.url, user: 'ann', pass: password })
  const { streams } = await jetstream(connection).jetstreamManager()
  const message = await streams.getMessage('flags', { last_by_subj: 'flags.Feature.FEATURE_CREATED' })
  await connection.close()
  expect(message?.json()).toMatchObject(created)
})

it.runIf(hasKafka('a sink to Kafka'))('a server copies its log to a topic of Kafka', async () => {
  const kafka = await startKafka(1)
  onTestFinished(() => kafka.stop())
  await serve({ to: `kafka://${kafka.brokers.join(',')}`, topic: 'flags', createTopic: { partitions: 1 } })
  const reading = ['-b', kafka.brokers[0]!, '-t', 'flags', '-C', '-e', '-q', '-o', 'beginning', '-f', '%h\\n%s\\n']
  const { stdout } = await promisify(execFile)('kcat', [...reading, '-X', 'isolation.level=read_committed'])
  const [headers, ...texts] = stdout.trim().split('\n')
  expect(headers).toContain('signalbox-sink=signalbox-audit')
  expect(texts.map((text) => JSON.parse(text))).toMatchObject([created])
})

it.runIf(hasProgram('rabbitmq-server', 'sinks to RabbitMQ'))(
  'a server copies its log to an exchange and to a stream of RabbitMQ',
  async () => {
    const rabbitmq = await startRabbitmq()
    onTestFinished(() => rabbitmq.stop())
    const client = new Connection(rabbitmq.amqp)
    onTestFinished(() => client.unsafeDestroy())
    await client.exchangeDeclare({ exchange: 'flags', type: 'topic', durable: true })
    await client.queueDeclare({ queue: 'all', durable: true })
    await client.queueBind({ queue: 'all', exchange: 'flags', routingKey: 'Feature.*' })
    await serve({ to: rabbitmq.amqp, exchange: 'flags' })
    const message = await client.basicGet({ queue: 'all', noAck: true })
    expect(eventOf(message?.body)).toMatchObject(created)

    await serve({ to: rabbitmq.streams, stream: 'copy' })
    const read = new Promise<unknown>((resolve, reject) => {
      const offset = { arguments: { 'x-stream-offset': 'first' } }
      const from = { queue: 'copy', queueOptions: { passive: true }, qos: { prefetchCount: 10 }, ...offset }
      client.createConsumer(from, async ({ body }) => resolve(eventOf(body))).on('error', reject)
    })
    expect(await read).toMatchObject(created)
  },
)
