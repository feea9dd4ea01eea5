import { SignalboxError } from '@signalbox/core'
import type pg from 'pg'
import {
  type ConnectOptions,
  connectTo,
  type PostgresConnections,
  type ServerConnections,
} from './postgres-connections.ts'

/** The time after which a statement that has not been answered makes a process look for another primary. */
const SLOW_MS = 1000
/** The time between two searches while no server accepts writes. */
const AGAIN_MS = 1000
/** How long a server may take to tell whether it accepts writes. */
const LOOK_MS = 2000

interface Server {
  readonly url: string
  readonly connections: ServerConnections
}

/**
 * Connects to that one of several servers that accepts writes. When a connection fails or stays silent, all servers are
 * asked again, and the connections move to the new primary. If several accept writes, as when a failed primary comes
 * back, the one that was promoted last is used; connections never go back to an earlier one.
 */
export function followPrimary(urls: readonly string[], options: ConnectOptions): PostgresConnections {
  const servers: readonly Server[] = urls.map((url) => ({
    url,
    connections: connectTo(url, { ...options, verify: refuseReadOnly }),
  }))
  let current: Server | undefined
  /** The timeline of the current server: how often it or its predecessors have been promoted. */
  let newest = 0
  let searching: Promise<Server> | undefined
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  /** Asks all servers. If none qualifies, the current one is kept: it may only be slow. */
  async function search(): Promise<Server> {
    const answers = await Promise.all(servers.map((server) => lookAt(server).catch((error: unknown) => ({ error }))))
    const found = answers.filter((answer) => 'server' in answer).toSorted((a, b) => b.timeline - a.timeline)[0]
    if (!found) throw noPrimary(urls, answers as readonly { readonly error: unknown }[])
    const last = current
    current = found.server
    newest = found.timeline
    if (last !== current) last?.connections.cut()
    return current
  }

  /** Fails unless the server accepts writes and is no earlier primary than the last one. */
  async function lookAt(server: Server) {
    const timeline = await timelineOf(server.url, options.driver)
    if (timeline < newest)
      throw Object.assign(new Error('The server was the primary before the last one'), { code: EARLIER })
    return { server, timeline }
  }

  function find(): Promise<Server> {
    searching ??= search().finally(() => {
      searching = undefined
    })
    return searching
  }

  /** Looks for the primary, unless connections have moved meanwhile, until there is one. */
  function doubt(server: Server | undefined): void {
    if (server !== current || isClosed) return
    clearTimeout(again)
    find().catch(() => {
      again = setTimeout(() => doubt(server), AGAIN_MS).unref()
    })
  }

  async function use<T>(task: (connections: ServerConnections) => Promise<T>): Promise<T> {
    const server = current ?? (await find())
    const slow = setTimeout(() => doubt(server), SLOW_MS)
    try {
      return await task(server.connections)
    } catch (error) {
      if (isOfServer(error)) doubt(server)
      throw error
    } finally {
      clearTimeout(slow)
    }
  }

  return {
    query: (text, values) => use((connections) => connections.query(text, values)),
    on: (event, listener) => {
      for (const { connections } of servers) connections.on?.(event, listener)
    },
    connect: () => use((connections) => connections.connect()),
    async close() {
      isClosed = true
      clearTimeout(again)
      await Promise.all(servers.map(({ connections }) => connections.close()))
    },
  }
}

/** Whether another server might have answered: not if the database rejected the statement. */
function isOfServer(error: unknown): boolean {
  const { severity, code } = error as Partial<pg.DatabaseError>
  return severity === undefined || /^(08|57P|25006|53300)/.test(code ?? '')
}

const READ_ONLY = '25006'
const EARLIER = 'EARLIER'
/** How messages name a server that is not used. */
const states: Readonly<Record<string, string>> = { [READ_ONLY]: 'a standby', [EARLIER]: 'an earlier primary' }

const readOnly = () =>
  Object.assign(new Error('The server does not accept writes'), { code: READ_ONLY, severity: 'ERROR' })

/** One error for all servers: that of the first if they failed alike. */
function noPrimary(urls: readonly string[], answers: readonly { readonly error: unknown }[]): unknown {
  const codes = answers.map(({ error }) => (error as { code?: string }).code ?? 'no answer')
  if (new Set(codes).size === 1 && codes[0] !== EARLIER) return answers[0]?.error
  const each = urls.map((url, i) => `${new URL(url).host} (${states[codes[i] as string] ?? codes[i]})`)
  return new SignalboxError(
    'UNAVAILABLE',
    `No server of the database accepts writes: ${each.join(', ')}; start the primary, or promote a standby`,
    { cause: new AggregateError(answers.map(({ error }) => error)) },
  )
}

const isReadOnlySql = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(isReadOnlySql)
  if (rows[0].is_read_only) throw readOnly()
}

/** How often a server or its predecessors have been promoted. Fails if it does not accept writes. */
async function timelineOf(connectionString: string, driver: typeof pg): Promise<number> {
  const client = new driver.Client({ connectionString, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseReadOnly(client)
    const { rows } = await client.query('select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline')
    return Number.parseInt(rows[0].timeline, 16)
  } finally {
    client.end().catch(() => {})
  }
}
