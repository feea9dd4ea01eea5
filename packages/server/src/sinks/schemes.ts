import { amqp } from './amqp.ts'
import type { Scheme } from './driver.ts'
import { kafka } from './kafka.ts'
import { nats } from './nats.ts'
import { rabbitmqStream } from './rabbitmq-stream.ts'
import { redis } from './redis.ts'
import { s3 } from './s3.ts'

/** The schemes of addresses. Each one loads its driver when a sink needs it. */
export const schemes: Readonly<Record<string, Scheme>> = {
  ...{ kafka, redis, rediss: redis, nats, natss: nats },
  ...{ 'rabbitmq-stream': rabbitmqStream, 'rabbitmq-stream+tls': rabbitmqStream, amqp, amqps: amqp, s3 },
}
