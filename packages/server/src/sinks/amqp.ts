import { amqpSink } from '@signalbox/sinks/amqp'
import { urlOf } from './address.ts'
import type { Driver } from './driver.ts'

/** What brokers let in from their own machine. */
const guest = 'guest'

/** Exchanges of AMQP 0-9-1. Loads the package `rabbitmq-client`. */
export async function openAmqp(): Promise<Driver> {
  const { Connection } = await import('rabbitmq-client')
  return async ({ id, to, options: { username, password, tls, ...options }, envelope }) => {
    const url = urlOf(to, { username, password }, 'amqp://HOST[:PORT][/VIRTUAL-HOST], with TLS amqps://')
    if (url.username === '') url.username = url.password = guest
    const connect = () =>
      new Connection({
        ...{ url: url.href, connectionName: `signalbox-${id}` },
        ...(typeof tls === 'object' && { tls: { ...tls } }),
      })
    return amqpSink({ connect, ...options, ...envelope })
  }
}
