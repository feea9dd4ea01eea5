import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { nearest } from '@signalbox/core/evaluate'
import type { SharingStore } from './open-postgres.ts'
import { nameHosts, readHosts } from './postgres-hosts.ts'
import { printFailure } from './report.ts'

/** Options for opening a store. */
export interface StoreOptions {
  /** Receives failures that nobody awaits. @default prints them */
  readonly report?: Report
  /** How long a remote database may take to answer, in milliseconds. @default 10000 */
  readonly timeout?: number
  /** The URL of a standby that answers lists, history and downloads; only with PostgreSQL. @default none */
  readonly readFrom?: string | undefined
}

/** A kind of store: its URLs, and how to open it, with what only such stores need loaded. */
interface StoreKind {
  readonly url: string
  readonly fits: (url: string) => boolean
  /** The name of the store in messages, without a password. */
  readonly nameOf: (url: string) => string
  readonly open: (url: string, options: StoreOptions & { readonly report: Report }) => Promise<SharingStore>
}

const postgres: StoreKind = {
  url: 'postgres://USER:PASSWORD@HOST/DATABASE',
  fits: isWritableUrl,
  nameOf: nameHosts,
  open: async (url, options) => (await import('./open-postgres.ts')).openPostgres(url, options),
}

/** Kinds of stores by the scheme of their URL. */
const kinds: Readonly<Record<string, StoreKind>> = {
  sqlite: {
    url: 'sqlite:FILE',
    fits: (url) => url.length > 'sqlite:'.length,
    nameOf: fileOf,
    open: async (url, { report }) => (await import('@signalbox/sql')).openSqlite(fileOf(url), { report }),
  },
  memory: {
    url: 'memory:',
    fits: (url) => url === 'memory:',
    nameOf: (url) => url,
    open: async () => (await import('@signalbox/core')).memoryStore(),
  },
  postgres,
  postgresql: postgres,
}

/** The supported URLs and paths, for messages. */
export const storeUrls = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  new Set(['./FILE.db', ...Object.values(kinds).map(({ url }) => url)]),
)

/** Whether a text is the URL of a supported store, or the path of an SQLite file. */
export const isStoreUrl = (url: string): boolean => kindOf(url)?.fits(toUrl(url)) ?? false

/** Whether a text names a store and no other file: it has the scheme of a store, or the extension of a database. */
export const isStoreOnly = (text: string): boolean => (isDatabase(text) || toUrl(text) === text) && isStoreUrl(text)

/**
 * The URL of a store from a text that may be the path of an SQLite file. A path begins with `/`, `./`, `../` or a drive, or ends
 * with `.db`, `.sqlite` or `.sqlite3`. Any other text without a known scheme may be misspelled.
 */
const toUrl = (text: string): string => (isPath(text) || isDatabase(text) ? `sqlite:${text}` : text)
const isPath = (text: string): boolean => /^(\.{0,2}|[a-z]:)[/\\].*[^/\\]$/is.test(text)
const isDatabase = (text: string): boolean => /^[^:]+\.(db|sqlite3?)$/i.test(text)

/** The URL or path that may be meant by an invalid one, for messages. Does not show what may be a password. */
export function nearestStore(text: string): string | undefined {
  const [scheme = '', rest] = text.split(/:(.*)/s)
  if (Object.hasOwn(kinds, scheme)) return kinds[scheme]?.url
  const like = nearest(scheme, Object.keys(kinds))
  if (like !== undefined) return kinds[like]?.url
  return rest === undefined && /^[\w-]+$/.test(text) ? `./${text}.db` : undefined
}

/** Opens the store at a URL. Throws a `RangeError` for an unsupported URL. */
export async function openStore(url: string, options: StoreOptions = {}): Promise<SharingStore> {
  const { report = printFailure, readFrom } = options
  const kind = kindOf(url)
  if (!kind?.fits(toUrl(url))) throw new RangeError(`The store is invalid: expected ${storeUrls}${hintOf(url)}`)
  if (readFrom !== undefined && kind !== postgres)
    throw new Error(
      'SIGNALBOX_READ_FROM is set, and only a PostgreSQL store has a standby to read from: set SIGNALBOX_STORE to postgres://…',
    )
  return kind.open(toUrl(url), { ...options, report })
}

function hintOf(url: string): string {
  const like = nearestStore(url)
  return like === undefined ? '' : ` (did you mean ${like}?)`
}

/** Prefixes the message of a store's error with the store's name: its file, or its address without the password. */
export function nameStore(url: string, error: unknown): unknown {
  if (!(error instanceof SignalboxError) || error.code !== 'UNAVAILABLE') return error
  return new SignalboxError(error.code, `${kindOf(url)?.nameOf(toUrl(url)) ?? url}: ${error.message}`, { cause: error })
}

/** The name of a store in messages: its file, or its address without the password. */
export const nameOfStore = (url: string): string => kindOf(url)?.nameOf(toUrl(url)) ?? 'the store'

/** The file of a SQLite store; `undefined` for other stores. */
export const fileOfStore = (url: string): string | undefined => (kindOf(url) === kinds.sqlite ? fileOf(url) : undefined)

function fileOf(url: string): string {
  return url.slice('sqlite:'.length)
}

/** Whether a text is the URL of one server that a store may read from. */
export const isReplicaUrl = (url: string): boolean => kindOf(url) === postgres && readHosts(url)?.urls.length === 1

/** A store needs a server that accepts writes. */
function isWritableUrl(url: string): boolean {
  const hosts = readHosts(url)
  return hosts !== undefined && [undefined, 'read-write', 'primary'].includes(hosts.target)
}

function kindOf(text: string): StoreKind | undefined {
  const url = toUrl(text)
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')))
  return Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined
}
