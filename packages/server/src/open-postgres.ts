import { Socket } from 'node:net'
import type { Report, Store } from '@signalbox/core'
import type { LimitCarrier } from '@signalbox/gateway'
import { migratePostgres, postgresLimits, postgresStore } from '@signalbox/sql'
import type { Client } from 'pg'

/** Options for using PostgreSQL. */
export interface OpenPostgresOptions {
  /**
   * How long the database may take to answer, in milliseconds. A connection that does not answer in time is replaced
   * and the call fails, because a network that drops packets never closes connections. @default 10000
   */
  readonly timeout?: number
  readonly report: Report
}

/** A store that also keeps the units of limits that gateways share. */
export interface SharingStore extends Store {
  readonly limits?: LimitCarrier
}

/** Timeout for opening a connection. */
const CONNECT_MS = 5000

/**
 * Migrates the schema to the newest version and opens a store on a connection pool, with one more connection that
 * listens for writes of other processes. Throws UNAVAILABLE if the database cannot be used.
 */
export async function openPostgres(connectionString: string, options: OpenPostgresOptions): Promise<SharingStore> {
  const { timeout = 10_000, report } = options
  // Loaded here so that only programs that use PostgreSQL load the driver.
  const { default: pg } = await import('pg')
  const sockets = new Set<Socket>()
  const connectTimeout = Math.min(CONNECT_MS, timeout)
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

  async function connect() {
    const client = new pg.Client(config)
    // Without this listener, a connection that dies before the store listens would end the process. The store notices
    // its end anyway.
    client.on('error', () => {})
    await client.connect()
    return client
  }

  await migrated(connect, connectTimeout + timeout)
  // Idle connections are closed soon enough that, when a silent connection is given up, those that were idle at the
  // same time are gone.
  const idleTimeoutMillis = Math.min(10_000, timeout)
  const pool = new pg.Pool({ ...config, query_timeout: timeout, idleTimeoutMillis })
  const store = postgresStore(pool, { report, timeout: connectTimeout + timeout, listen: connect })
  return {
    ...store,
    limits: postgresLimits(pool, { timeout: connectTimeout + timeout, report }),
    async close() {
      await store.close?.()
      await pool.end()
      // Connections that never answered would keep the process alive.
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Migrates on a separate connection, because the pool's query timeout would end a long migration. */
async function migrated(connect: () => Promise<Client>, timeout: number): Promise<void> {
  let connecting: Promise<Client> | undefined
  async function query(text: string, values?: unknown[]) {
    connecting ??= connect()
    return (await connecting).query(text, values)
  }
  try {
    await migratePostgres({ query }, { timeout })
  } finally {
    connecting?.then((client) => client.end()).catch(() => {})
  }
}
