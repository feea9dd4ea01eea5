import { natsSink } from '@signalbox/sinks/nats'
import { hostsOf } from './address.ts'
import type { Driver } from './driver.ts'
import { lateSink } from './late-sink.ts'

/** How long a server may take to accept a connection, in milliseconds. */
const CONNECT_MS = 5000

/** Streams of NATS JetStream. Loads the packages `@nats-io/transport-node` and `@nats-io/jetstream`. */
export async function openNats(): Promise<Driver> {
  const [{ connect, credsAuthenticator }, { jetstream }] = await Promise.all([
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
