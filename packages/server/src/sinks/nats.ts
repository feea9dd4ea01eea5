import { hostsOf } from './address.ts'
import type { Driver, Scheme } from './driver.ts'
import { lateSink } from './late-sink.ts'
import { login, tls } from './options.ts'

/** Streams of NATS JetStream. */
export const nats: Scheme = {
  packages: ['@nats-io/transport-node', '@nats-io/jetstream'],
  options: {
    ...{ stream: 'text', prefix: 'text', maxMessages: 'count', replicas: 'count', timeout: 'count' },
    ...{ ...login, token: 'text', credentials: 'text', tls },
  },
  load,
}

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECT_MS = 5000

async function load(): Promise<Driver> {
  const [{ natsSink }, { connect, credsAuthenticator }, { jetstream }] = await Promise.all([
    import('@signalbox/sinks/nats'),
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ])
  return async ({ id, to, options: { username, password, token, credentials, tls, ...options }, envelope }) => {
    const servers = [...hostsOf(to, 4222, 'nats://HOST[:PORT], or several as HOST,HOST, with TLS natss://')]
    const isSecure = to.startsWith('natss:')
    const authentication = {
      ...(typeof username === 'string' && { user: username }),
      ...(typeof password === 'string' && { pass: password }),
      ...(typeof token === 'string' && { token }),
      ...(typeof credentials === 'string' && {
        authenticator: credsAuthenticator(new TextEncoder().encode(credentials)),
      }),
    }
    return lateSink('nats', async () => {
      const connection = await connect({
        ...{ servers, name: `signalbox-${id}`, timeout: CONNECT_MS, maxReconnectAttempts: -1, ...authentication },
        ...((isSecure || tls !== undefined) && { tls: { ...(tls as object | undefined) } }),
      })
      return {
        sink: natsSink({ client: jetstream(connection), ...options, ...envelope }),
        end: () => connection.close(),
        isOver: () => connection.isClosed(),
      }
    })
  }
}
