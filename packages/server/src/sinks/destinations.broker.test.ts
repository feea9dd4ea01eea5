import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { hasKafka, hasProgram, startKafka, startNats, startRabbitmq, startRedis } from '@signalbox/test-brokers'
import { freePort } from '@signalbox/test-postgres'
import { Connection } from 'rabbitmq-client'
import { createClient } from 'redis'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { certificateFiles } from '../fixtures/tls.fixture.ts'
import { certificate, refuse, serve, user } from './secured.fixture.ts'

const { username, password } = user
const tls = { ca: certificate.ca }
/** What each entry of the settings has: the user, and whose certificates are trusted. */
const secured = { username, password: '$SINK_PASSWORD', tls }
const distrust = /self-signed certificate|unable to verify|does not trust/
afterEach(() => vi.unstubAllEnvs())

/** The client parses messages that are JSON by their content type, which messages of streams have among their properties. */
const eventOf = (body: unknown): unknown => (Buffer.isBuffer(body) ? JSON.parse(String(body)) : body)

const created = { type: 'FEATURE_CREATED', key: 'shop:express', payload: { id: 'shop:express', enabled: true } }

it.runIf(hasProgram('redis-server', 'a sink to Redis'))(
  'a server copies its log to a stream of Redis, as a user, by TLS',
  async () => {
    const { cert, key } = await certificateFiles(certificate)
    const port = await freePort()
    const encrypted = ['--tls-port', String(port), '--tls-auth-clients', 'no', '--tls-cert-file', cert]
    const rights = ['--user', username, 'on', `>${password}`, '~flags', '+@all']
    const redis = await startRedis([...encrypted, '--tls-key-file', key, '--requirepass', 'another', ...rights])
    onTestFinished(() => redis.stop())
    const sink = { to: `rediss://localhost:${port}`, stream: 'flags', ...secured }
    await serve(sink)
    const client = await createClient({ url: redis.url, username, password }).connect()
    const entries = await client.xRange('flags', '-', '+')
    await client.close()
    expect(entries?.map(({ message }) => JSON.parse(message.event ?? ''))).toMatchObject([created])
    await refuse(sink, { login: /WRONGPASS/, trust: distrust })
  },
)

it.runIf(hasProgram('nats-server', 'a sink to NATS'))(
  'a server copies its log to a stream of NATS, as a user, by TLS',
  async () => {
    const { cert, key } = await certificateFiles(certificate)
    const encrypted = ['--tls', '--tlscert', cert, '--tlskey', key]
    const nats = await startNats([...encrypted, '--user', username, '--pass', password])
    onTestFinished(() => nats.stop())
    const sink = { to: `natss://localhost:${nats.port}`, stream: 'flags', prefix: 'flags', ...secured }
    await serve(sink)
    const connection = await connect({ servers: `localhost:${nats.port}`, user: username, pass: password, tls })
    const { streams } = await jetstream(connection).jetstreamManager()
    const message = await streams.getMessage('flags', { last_by_subj: 'flags.Feature.FEATURE_CREATED' })
    await connection.close()
    expect(message?.json()).toMatchObject(created)
    await refuse(sink, { login: /authorization violation/i, trust: distrust })
  },
)

it.runIf(hasProgram('nats-server', 'a sink to NATS'))('a server logs in to NATS with a token', async () => {
  const nats = await startNats(['--auth', password])
  onTestFinished(() => nats.stop())
  await serve({ to: nats.url, stream: 'flags', prefix: 'flags', token: '$SINK_PASSWORD' })
})

it.runIf(hasKafka('a sink to Kafka'))('a server copies its log to a topic of Kafka, as a user, by TLS', async () => {
  const kafka = await startKafka(1, { user, certificate })
  onTestFinished(() => kafka.stop())
  await kafka.allow('flags', ['Create', 'Describe', 'Read', 'Write'])
  await kafka.allow({ transactionalId: 'signalbox-audit' }, ['Describe', 'Write'])
  const to = { to: `kafka://${kafka.secured}`, topic: 'flags', createTopic: { partitions: 1 }, tls }
  const sinkBy = (mechanism: string) => ({ ...to, sasl: { mechanism, username, password: '$SINK_PASSWORD' } })
  for (const mechanism of ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN']) await serve(sinkBy(mechanism))
  const reading = ['-b', kafka.brokers[0]!, '-t', 'flags', '-C', '-e', '-q', '-o', 'beginning', '-f', '%h\\n%s\\n']
  const { stdout } = await promisify(execFile)('kcat', [...reading, '-X', 'isolation.level=read_committed'])
  const [headers, first] = stdout.trim().split('\n')
  expect(headers).toContain('signalbox-sink=signalbox-audit')
  expect(JSON.parse(first ?? '')).toMatchObject(created)
  await refuse(sinkBy('SCRAM-SHA-512'), { login: /rejects the credentials: check sasl/, trust: distrust })
})

it.runIf(hasProgram('rabbitmq-server', 'sinks to RabbitMQ'))(
  'a server copies its log to an exchange and to a stream of RabbitMQ, as a user, by TLS',
  async () => {
    const rabbitmq = await startRabbitmq({ user, certificate: await certificateFiles(certificate) })
    onTestFinished(() => rabbitmq.stop())
    const client = new Connection(rabbitmq.amqp)
    onTestFinished(() => client.unsafeDestroy())
    await client.exchangeDeclare({ exchange: 'flags', type: 'topic', durable: true })
    await client.queueDeclare({ queue: 'all', durable: true })
    await client.queueBind({ queue: 'all', exchange: 'flags', routingKey: 'Feature.*' })
    const exchange = { to: rabbitmq.secured.amqp, exchange: 'flags', ...secured }
    await serve(exchange)
    const message = await client.basicGet({ queue: 'all', noAck: true })
    expect(eventOf(message?.body)).toMatchObject(created)
    await refuse(exchange, { login: /ACCESS.REFUSED/i, trust: distrust })

    const stream = { to: rabbitmq.secured.streams, stream: 'copy', ...secured }
    await serve(stream)
    const read = new Promise<unknown>((resolve, reject) => {
      const offset = { arguments: { 'x-stream-offset': 'first' } }
      const from = { queue: 'copy', queueOptions: { passive: true }, qos: { prefetchCount: 10 }, ...offset }
      client.createConsumer(from, async ({ body }) => resolve(eventOf(body))).on('error', reject)
    })
    expect(await read).toMatchObject(created)
    await refuse(stream, { login: /rejects the credentials/, trust: distrust })
  },
)
