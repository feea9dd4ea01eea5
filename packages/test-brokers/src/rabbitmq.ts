import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@signalbox/test-postgres'
import { halt } from './halt.ts'

/** The program itself. The one in the path of Debian changes to the user of the service. */
const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server'

/** A node of RabbitMQ with streams, for tests of one file. */
export interface Rabbitmq {
  /** The address for AMQP 0-9-1. */
  readonly amqp: string
  /** The address for streams. */
  readonly streams: string
  /** The addresses with TLS, without a user, if there is a certificate. */
  readonly secured: { readonly amqp: string; readonly streams: string }
  /** Shuts the node down, and starts it again with its data. */
  restart(): Promise<void>
  /**
   * Kills the node without a clean shutdown, and starts it again with its data. A node that was killed within seconds after its first
   * stream ever cannot create streams any more: restart it once before.
   */
  crash(): Promise<void>
  /** Halts the node: connections stay open, and nobody answers. Returns a function that lets it go on. */
  pause(): Promise<() => void>
  stop(): Promise<void>
}

/** How a node is started. */
export interface RabbitmqOptions {
  /** Who may log in. @default guest */
  readonly user?: { readonly username: string; readonly password: string }
  /** The files of a certificate for the host `localhost`. With them, there are also listeners with TLS. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** Starts a node with ports, a port mapper and data of its own. */
export async function startRabbitmq({ user, certificate }: RabbitmqOptions = {}): Promise<Rabbitmq> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-rabbitmq-'))
  const [amqp, streams, epmd, distribution] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const secured = { amqp: await freePort(), streams: await freePort() }
  const { username, password } = user ?? { username: 'guest', password: 'guest' }
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'plugins'), '[rabbitmq_stream].')
  const configuration = [
    ...[`listeners.tcp.1 = 127.0.0.1:${amqp}`, `stream.listeners.tcp.1 = 127.0.0.1:${streams}`],
    ...['log.console = true', 'log.file = false', `default_user = ${username}`, `default_pass = ${password}`],
    ...(certificate
      ? [
          ...[`listeners.ssl.1 = 127.0.0.1:${secured.amqp}`, `stream.listeners.ssl.1 = 127.0.0.1:${secured.streams}`],
          ...[`ssl_options.certfile = ${certificate.cert}`, `ssl_options.keyfile = ${certificate.key}`],
        ]
      : []),
  ]
  writeFileSync(join(folder, 'rabbitmq.conf'), configuration.join('\n'))
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `signalbox-${amqp}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'plugins'),
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 2:2 -kernel inet_dist_use_interface {127,0,0,1}',
  }
  // Without one, the node starts a port mapper that outlives it.
  const mapper = spawn('epmd', ['-port', String(epmd), '-address', '127.0.0.1'], { env, stdio: 'ignore' })
  let node: ChildProcess | undefined

  async function start(): Promise<void> {
    // A group of its own: the program is a script, whose child is the node.
    const started = spawn(PROGRAM, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    node = started
    let output = ''
    const ready = Promise.withResolvers<void>()
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (bytes) => {
        output = (output + bytes).slice(-4000)
        if (output.includes('Server startup complete')) ready.resolve()
      })
    started.once('exit', () => ready.reject(new Error(`RabbitMQ does not start: ${output}`)))
    await ready.promise
  }
  const signal = (name: NodeJS.Signals) => void (node?.pid && process.kill(-node.pid, name))
  async function kill(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ending = node
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    signal(name)
    await ended
    node = undefined
  }
  process.on('exit', () => {
    if (node) signal('SIGKILL')
    mapper.kill('SIGKILL')
  })

  await start()
  return {
    amqp: `amqp://${username}:${password}@127.0.0.1:${amqp}`,
    streams: `rabbitmq-stream://${username}:${password}@127.0.0.1:${streams}/`,
    secured: {
      amqp: `amqps://localhost:${secured.amqp}`,
      streams: `rabbitmq-stream+tls://localhost:${secured.streams}/`,
    },
    async restart() {
      await kill('SIGTERM')
      await start()
    },
    async crash() {
      await kill()
      await start()
    },
    async pause() {
      if (node?.pid) await halt(node.pid, { group: true })
      return () => signal('SIGCONT')
    },
    async stop() {
      await kill()
      mapper.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
