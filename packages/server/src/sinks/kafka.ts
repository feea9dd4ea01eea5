import { hostsOf } from './address.ts'
import type { Driver, Scheme } from './driver.ts'
import { login, tls } from './options.ts'

/** Topics of Kafka. */
export const kafka: Scheme = {
  packages: ['@platformatic/kafka'],
  options: {
    ...{ topic: 'text', transactions: 'flag', transactionalId: 'text', compacted: 'flag' },
    tls: { ...tls, or: [true, false] },
    createTopic: { members: { partitions: 'count', replicas: 'count', configs: 'texts' }, or: [false] },
    sasl: {
      members: { mechanism: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'], ...login, token: 'text' },
    },
  },
  load,
}

async function load(): Promise<Driver> {
  const [{ kafkaSink }] = await Promise.all([import('@signalbox/sinks/kafka'), import('@platformatic/kafka')])
  return async ({ id, to, options, envelope }) =>
    kafkaSink({
      brokers: hostsOf(to, 9092, 'kafka://HOST[:PORT], or several as HOST,HOST'),
      // Sinks with other ids are other writers, also if they write to the same topic.
      transactionalId: `signalbox-${id}`,
      ...options,
      ...envelope,
    })
}
