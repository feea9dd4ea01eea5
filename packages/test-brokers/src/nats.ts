import { type Broker, startBroker } from './broker.ts'

/** Starts a NATS server with JetStream. */
export const startNats = (more: readonly string[] = []): Promise<Broker> =>
  startBroker({
    program: 'nats-server',
    scheme: 'nats',
    argumentsOf: ({ port, folder }) => ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, ...more],
    greeting: { answer: /^INFO .*"jetstream":true/ },
  })
