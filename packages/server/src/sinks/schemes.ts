import type { Scheme } from './driver.ts'
import type { NestedOptions } from './options.ts'

const login = { username: 'text', password: 'text' } as const
const tls = { members: { ca: 'text', cert: 'text', key: 'text' } } as const satisfies NestedOptions
const mechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'] as const

const kafka: Scheme = {
  packages: ['@platformatic/kafka'],
  options: {
    ...{ topic: 'text', transactions: 'flag', transactionalId: 'text', compacted: 'flag' },
    tls: { ...tls, or: [true, false] },
    createTopic: { members: { partitions: 'count', replicas: 'count', configs: 'texts' }, or: [false] },
    sasl: { members: { mechanism: mechanisms, ...login, token: 'text' } },
  },
  load: async () => (await import('./kafka.ts')).openKafka(),
}

const redis: Scheme = {
  packages: ['redis'],
  options: { stream: 'text', maxLength: 'count', ...login, tls },
  load: async () => (await import('./redis.ts')).openRedis(),
}

const nats: Scheme = {
  packages: ['@nats-io/transport-node', '@nats-io/jetstream'],
  options: {
    ...{ stream: 'text', prefix: 'text', maxMessages: 'count', replicas: 'count', timeout: 'count' },
    ...{ ...login, token: 'text', credentials: 'text', tls },
  },
  load: async () => (await import('./nats.ts')).openNats(),
}

const rabbitmqStream: Scheme = {
  packages: [],
  isShared: true,
  options: { stream: 'text', ...login, tls },
  load: async () => (await import('./rabbitmq-stream.ts')).openRabbitmqStream(),
}

const amqp: Scheme = {
  packages: ['rabbitmq-client'],
  isShared: true,
  options: { exchange: 'text', declare: 'flag', ...login, tls },
  load: async () => (await import('./amqp.ts')).openAmqp(),
}

const s3: Scheme = {
  packages: ['aws4fetch'],
  options: {},
  load: async () => (await import('./s3.ts')).openS3(),
}

/** The drivers by the schemes of their addresses. */
export const schemes: Readonly<Record<string, Scheme>> = {
  ...{ kafka, redis, rediss: redis, nats, natss: nats },
  ...{ 'rabbitmq-stream': rabbitmqStream, 'rabbitmq-stream+tls': rabbitmqStream, amqp, amqps: amqp, s3 },
}
