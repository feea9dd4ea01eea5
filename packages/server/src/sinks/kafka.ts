import { kafkaSink } from '@signalbox/sinks/kafka'
import { hostsOf } from './address.ts'
import type { Driver } from './driver.ts'

/** Topics of Kafka. Loads the package `@platformatic/kafka`. */
export async function openKafka(): Promise<Driver> {
  await import('@platformatic/kafka')
  return async ({ id, to, options, envelope }) =>
    kafkaSink({
      brokers: hostsOf(to, 9092, 'kafka://HOST[:PORT], or several as HOST,HOST'),
      // Sinks with other ids are other writers, also if they write to the same topic.
      transactionalId: `signalbox-${id}`,
      ...options,
      ...envelope,
    })
}
