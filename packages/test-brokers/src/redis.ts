import { freePort } from '@signalbox/test-postgres'
import { type Broker, startBroker } from './broker.ts'

/** Starts a Redis server that writes each command to its file before it answers, so that a kill loses nothing. */
export const startRedis = (more: readonly string[] = []): Promise<Broker> =>
  startBroker({
    program: 'redis-server',
    scheme: 'redis',
    argumentsOf: ({ port, folder }) => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', 'always', ...more],
    ],
    greeting: { sent: 'PING\r\n', answer: /^(\+PONG|-NOAUTH)/ },
  })

/** Starts a cluster of one Redis server, which has no slots yet. Its second port, by default 10,000 above the first, may be taken. */
export const startRedisCluster = async (): Promise<Broker> =>
  startRedis(['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())])
