import { urlOf } from './address.ts'
import type { Driver, Scheme } from './driver.ts'
import { login, tls } from './options.ts'

/** Streams of RabbitMQ. Their protocol needs no package. */
export const rabbitmqStream: Scheme = {
  packages: [],
  isShared: true,
  options: { stream: 'text', ...login, tls },
  load,
}

async function load(): Promise<Driver> {
  const { rabbitmqStreamSink } = await import('@signalbox/sinks/rabbitmq-stream')
  return async ({ id, to, options: { username, password, ...options }, envelope }) => {
    const form = 'rabbitmq-stream://HOST[:PORT][/VIRTUAL-HOST], with TLS rabbitmq-stream+tls://'
    const url = urlOf(to, { username, password }, form).href
    return rabbitmqStreamSink({ url, name: id, ...options, ...envelope })
  }
}
