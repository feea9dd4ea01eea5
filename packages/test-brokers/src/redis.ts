import type { Broker } from './broker.ts'
import { startBroker } from './broker.ts'

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
