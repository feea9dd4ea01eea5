import type { Report, Store } from '@signalbox/core'
import type { LimitCarrier } from '@signalbox/gateway'
import { migratePostgres, postgresLimits, postgresStore } from '@signalbox/sql'
import type { Client } from 'pg'
import { followPrimary } from './follow-primary.ts'
import { connectTo } from './postgres-connections.ts'
import { type PostgresHosts, readHosts } from './postgres-hosts.ts'

/** Options for using PostgreSQL. */
export interface OpenPostgresOptions {
  /**
   * How long the database may take to answer, in milliseconds. A connection that does not answer in time is replaced
   * and the call fails, because a network that drops packets never closes connections. @default 10000
   */
  readonly timeout?: number
  /** The URL of a standby that answers lists, history and downloads. @default none */
  readonly readFrom?: string | undefined
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
export async function openPostgres(url: string, options: OpenPostgresOptions): Promise<SharingStore> {
  const { timeout = 10_000, readFrom, report } = options
  // Loaded here so that only programs that use PostgreSQL load the driver.
  const { default: driver } = await import('pg')
  const connectTimeout = Math.min(CONNECT_MS, timeout)
  const { urls, target } = readHosts(url) as PostgresHosts
  const connecting = { driver, connectTimeout, timeout }
  const [first] = urls as [string]
  const isSingle = urls.length === 1 && target === undefined
  const database = isSingle ? connectTo(first, connecting) : followPrimary(urls, connecting)

  const replica = readFrom === undefined ? undefined : connectTo(readFrom, connecting)
  const closeAll = () => Promise.all([database.close(), replica?.close()])

  await migrated(database.connect, connectTimeout + timeout).catch(async (error) => {
    // The next attempt opens its own connections.
    await closeAll()
    throw error
  })
  const store = postgresStore(database, {
    report,
    timeout: connectTimeout + timeout,
    listen: database.connect,
    ...(replica && { replica }),
  })
  return {
    ...store,
    limits: postgresLimits(database, { timeout: connectTimeout + timeout, report }),
    async close() {
      await store.close?.()
      await closeAll()
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
