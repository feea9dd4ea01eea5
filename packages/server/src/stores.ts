import type { Report, Store } from '@signalbox/core'
import { memoryStore, SignalboxError } from '@signalbox/core'
import { openSqlite, postgresStore } from '@signalbox/sql'

/** A kind of store: what its URL looks like, and how it is opened. */
interface StoreKind {
  readonly url: string
  readonly fits: (url: string) => boolean
  readonly open: (url: string, report: Report) => Store | Promise<Store>
}

const postgres: StoreKind = {
  url: 'postgres://USER:PASSWORD@HOST/DATABASE',
  fits: (url) => URL.canParse(url) && new URL(url).hostname !== '',
  open: openPostgres,
}

/** Stores by the scheme of their URL. */
const kinds: Readonly<Record<string, StoreKind>> = {
  sqlite: {
    url: 'sqlite:FILE',
    fits: (url) => url.length > 'sqlite:'.length,
    open: (url, report) => openFile(url.slice('sqlite:'.length), report),
  },
  memory: { url: 'memory:', fits: (url) => url === 'memory:', open: () => memoryStore() },
  postgres,
  postgresql: postgres,
}

/** The URLs that there are, for a sentence. */
export const storeUrls = [...new Set(Object.values(kinds).map(({ url }) => url))].join(' or ')

/** Whether a text is the URL of a store that can be opened. */
export const isStoreUrl = (url: string): boolean => kindOf(url)?.fits(url) ?? false

/** Opens the store of a URL, which tells `report` of failures that nobody awaits. Throws a `RangeError` for one that no kind of store has. */
export async function openStore(url: string, report: Report = console.error): Promise<Store> {
  const kind = kindOf(url)
  if (!kind?.fits(url)) throw new RangeError(`A store must be ${storeUrls}`)
  return kind.open(url, report)
}

function kindOf(url: string): StoreKind | undefined {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')))
  return Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined
}

/** A file of SQLite; failures name it. */
async function openFile(path: string, report: Report): Promise<Store> {
  try {
    return await openSqlite(path, { report })
  } catch (cause) {
    if (!(cause instanceof SignalboxError)) throw cause
    throw new SignalboxError(cause.code, `${path}: ${cause.message}`, { cause })
  }
}

/** A pool for calls, and one connection more that listens for what other processes write. */
async function openPostgres(connectionString: string, report: Report): Promise<Store> {
  // Only who uses PostgreSQL loads its driver.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString })
  const store = postgresStore(pool, {
    report,
    async listen() {
      const client = new pg.Client({ connectionString })
      // A server that dies right behind its welcome is an error before anyone can listen; the store sees the connection end.
      client.on('error', () => {})
      await client.connect()
      return client
    },
  })
  return {
    ...store,
    async close() {
      await store.close?.()
      await pool.end()
    },
  }
}
