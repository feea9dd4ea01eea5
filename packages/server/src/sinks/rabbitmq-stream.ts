import { rabbitmqStreamSink } from '@signalbox/sinks/rabbitmq-stream'
import { urlOf } from './address.ts'
import type { Driver } from './driver.ts'

/** Streams of RabbitMQ. Their protocol needs no package. */
export async function openRabbitmqStream(): Promise<Driver> {
  return async ({ id, to, options: { username, password, ...options }, envelope }) => {
    const form = 'rabbitmq-stream://HOST[:PORT][/VIRTUAL-HOST], with TLS rabbitmq-stream+tls://'
    const url = urlOf(to, { username, password }, form).href
    return rabbitmqStreamSink({ url, name: id, ...options, ...envelope })
  }
}
