import { Socket } from 'node:net'
import type { Report, Store } from '@signalbox/core'
import { migratePostgres, postgresStore } from '@signalbox/sql'
import type { Client } from 'pg'

/** How PostgreSQL is used. */
export interface OpenPostgresOptions {
  /**
   * How long the database may take to answer, in milliseconds. A connection on which an answer stays out is given up and replaced,
   * and the call fails: a network that drops packets closes nothing. @default 10000
   */
  readonly timeout?: number
  readonly report: Report
}

/** A connection that takes longer than this to stand never will. */
const CONNECT_MS = 5000

/**
 * Opens a pool for calls, and one connection more that listens for what other processes write, after bringing the schema to the
 * newest version. Throws UNAVAILABLE when the database cannot be used.
 */
export async function openPostgres(connectionString: string, options: OpenPostgresOptions): Promise<Store> {
  const { timeout = 10_000, report } = options
  // Only who uses PostgreSQL loads its driver.
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
    // A server that dies right behind its welcome is an error before anyone can listen; the store sees the connection end.
    client.on('error', () => {})
    await client.connect()
    return client
  }

  await migrated(connect, connectTimeout + timeout)
  // By the time that one silent connection is given up, those that idled beside it are gone.
  const idleTimeoutMillis = Math.min(10_000, timeout)
  const pool = new pg.Pool({ ...config, query_timeout: timeout, idleTimeoutMillis })
  const store = postgresStore(pool, { report, timeout: connectTimeout + timeout, listen: connect })
  return {
    ...store,
    async close() {
      await store.close?.()
      await pool.end()
      // Those that were silent until the end would keep the process.
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Migrates on a connection of its own: that takes as long as there are records, and the pool would give it up. */
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
