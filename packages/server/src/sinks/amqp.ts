import { urlOf } from './address.ts'
import type { Driver, Scheme } from './driver.ts'
import { login, tls } from './options.ts'

/** Exchanges of AMQP 0-9-1. */
export const amqp: Scheme = {
  packages: ['rabbitmq-client'],
  isShared: true,
  options: { exchange: 'text', declare: 'flag', ...login, tls },
  load,
}

/** What brokers let in from their own machine. */
const guest = 'guest'

async function load(): Promise<Driver> {
  const [{ amqpSink }, { Connection }] = await Promise.all([import('@signalbox/sinks/amqp'), import('rabbitmq-client')])
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
