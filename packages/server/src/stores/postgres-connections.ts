import { Socket } from 'node:net'
import type { ListeningClient, PostgresClient } from '@signalbox/sql'
import type pg from 'pg'

/** The connections of a process to one database. */
export interface PostgresConnections extends PostgresClient {
  /** Opens one more connection, for LISTEN. */
  connect(): Promise<pg.Client & ListeningClient>
  /** Waits for statements in progress, and closes all connections. */
  close(): Promise<void>
}

/** The connections to one server. */
export interface ServerConnections extends PostgresConnections {
  /** Closes all connections at once, even if they do not respond. New ones can be opened. */
  cut(): void
}

/** How to connect. */
export interface ConnectOptions {
  readonly driver: typeof pg
  /** How long opening a connection may take, in milliseconds. */
  readonly connectTimeout: number
  /** How long a statement of the pool may take, in milliseconds. */
  readonly timeout: number
  /** Called for each new connection; if it rejects, the connection is closed, and the call fails with its error. */
  readonly verify?: (client: pg.ClientBase) => Promise<void>
}

/** Opens connections to one server as they are needed. */
export function connectTo(connectionString: string, options: ConnectOptions): ServerConnections {
  const { driver, connectTimeout, timeout, verify } = options
  const sockets = new Set<Socket>()
  const config = {
    connectionString,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  // Idle connections are closed soon enough that, when a silent connection is given up, connections that were idle at
  // the same time are gone.
  const idleTimeoutMillis = Math.min(10_000, timeout)
  const Client = quietClient(driver)
  const pool = new driver.Pool({
    ...config,
    Client,
    query_timeout: timeout,
    idleTimeoutMillis,
    ...(verify && { verify: (client, done) => verify(client).then(() => done(), done) }),
  })
  return {
    query: (text, values) => pool.query(text, values),
    on: (event, listener) => pool.on(event, listener),
    async connect() {
      const client = new Client(config)
      await client.connect()
      try {
        await verify?.(client)
      } catch (error) {
        client.end().catch(() => {})
        throw error
      }
      return client
    },
    cut,
    async close() {
      await pool.end()
      // Connections that never answered would keep the process alive.
      cut()
    },
  }
}

/**
 * A client whose connection may end at any time. While the pool lends, verifies or closes a client, it does not listen for
 * errors; without a listener, the end of a server would then end this process. The caller gets the error anyway.
 */
function quietClient(driver: typeof pg): typeof pg.Client {
  return class extends driver.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('error', () => {})
    }
  }
}
