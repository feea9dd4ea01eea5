/**
 * Everything the core needs from outside. Implement one of these to plug in a database, a clock or a runtime. `memory/`
 * has the store that is used by default.
 */
import type { ChangeEvent, EventDraft, LoggedEvent } from './machine/log/event.ts'

/** A record's value and its version. A version is never reused for a key, not even after a delete. */
export interface Versioned {
  readonly value: unknown
  readonly version: string
  /**
   * The value as the text that `JSON.stringify` makes of it. Only if it was read with `asText`, and only if the store
   * has the text; `value` is then undefined.
   */
  readonly text?: string
}
/** A record in a scan. */
export interface Entry extends Versioned {
  readonly key: string
}

/** How records are read. */
export interface ReadForm {
  /**
   * Asks for `text` in place of `value`, for callers that parse records later, or never. A store that does not have the
   * text ignores this. @default false
   */
  readonly asText?: boolean
}

/** Filters records: the key must match every list of patterns. */
export interface Where {
  readonly where?: readonly string[]
}
/** The part of a scan to return. */
export interface ScanOptions extends Where, ReadForm {
  /** Returns only keys after this one. */
  readonly after?: string
  /** How many matching keys to skip first. */
  readonly skip?: number
  readonly limit?: number
}

/**
 * Selects entries of an index: by one text, by a prefix of the text (`''`: every text), entries of records that lack
 * the member (`absent`), or entries whose value the index does not hold (`other`).
 */
export type IndexPart = { readonly text: string } | { readonly prefix: string } | { readonly kind: 'absent' | 'other' }

/** A condition on another indexed member of the same records: the record's entry must be in one of the parts. */
export interface IndexCondition {
  /** A member whose index the store has returned before. */
  readonly member: string
  readonly parts: readonly Exclude<IndexPart, { readonly prefix: string }>[]
}

/** Filters the entries of a part: by the keys, and by other indexes. */
export interface IndexWhere extends Where {
  readonly also?: readonly IndexCondition[]
}

/** Filters and orders the entries of a part. */
export interface IndexScan extends IndexWhere {
  /** Sorts from the last text to the first. Keys of the same text are in key order either way. @default false */
  readonly descending?: boolean
  /** How many matching entries to skip first. */
  readonly skip?: number
  readonly limit?: number
}

/** A record in an index. */
export interface IndexEntry {
  readonly key: string
  /** The value of the member; missing for `absent` and `other`. */
  readonly text?: string
}

/**
 * Finds the records of a collection by one of their top-level members. Each record has one entry: with a text if the
 * member is a string, `absent` if the record lacks the member, and `other` for any other value. A store may also count
 * a string as `other`, for instance if it is too long for the store; callers read the records of `other` to find out.
 */
export interface Index {
  /**
   * Entries sorted by text (UTF-8 bytes), then by key. An entry that does not change during the scan comes exactly
   * once.
   */
  keys(part: IndexPart, options?: IndexScan): AsyncIterable<IndexEntry>
  /** The number of entries. Without `where` and `also`, counting should not walk over them. */
  count(part: IndexPart, options?: IndexWhere): Promise<number>
  /** The records with these keys, in any order. Missing records are left out. */
  pick(keys: readonly string[]): Promise<readonly Entry[]>
}

/** One value of an indexed member: the records that have this text. */
export interface IndexValue {
  readonly member: string
  readonly text: string
}

/** Selects past events. */
export interface PastEvents {
  /** Returns only events with smaller ids. @default all events */
  readonly before?: number
  /** Returns only events with this key, without reading all others. @default every key */
  readonly key?: string
  readonly limit?: number
}

/**
 * One step of a commit. `expected` is the version the record must still have, or `null` if the record must not exist.
 * Without `expected`, any state is accepted.
 */
export type Change =
  | {
      readonly op: 'put'
      readonly collection: string
      readonly key: string
      readonly value: unknown
      readonly expected?: string | null
    }
  | { readonly op: 'delete'; readonly collection: string; readonly key: string; readonly expected?: string }
  /** Writes nothing; the commit fails unless the record is as expected. */
  | { readonly op: 'check'; readonly collection: string; readonly key: string; readonly expected: string | null }
  /** Deletes every key that begins with the prefix. */
  | { readonly op: 'deletePrefix'; readonly collection: string; readonly prefix: string }

/**
 * The result of a commit: the events with their ids, and the version of each written record (none for deletes and
 * checks); or the index of the first change that failed, in which case nothing was written.
 */
export type Committed =
  | { readonly events: readonly ChangeEvent[]; readonly versions: readonly (string | undefined)[] }
  | { readonly conflict: number }

/** A store without what writes: the core writes by `Instance.commit` and `Instance.note`. */
export type Reads = Omit<Store, 'commit' | 'trim'>

/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

/** Reads of a store that need not be answered by the database that takes the writes. */
export type StoreReplica = Required<Pick<Store, 'scan' | 'count' | 'index' | 'readBack'>> & Pick<Store, 'indexWithin'>

/** Stores records by collection and key, with versions, and the log of their changes. Values are JSON. */
export interface Store {
  /** What kind of store this is, as `about` returns it: `memory`, `sqlite`, `postgres`, or another word. */
  readonly kind?: string
  get(collection: string, key: string, form?: ReadForm): Promise<Versioned | undefined>
  /**
   * Records in key order (UTF-8 bytes). Writes may happen during a scan: a key that exists throughout comes exactly
   * once.
   */
  scan(collection: string, options?: ScanOptions): AsyncIterable<Entry>
  count(collection: string, options?: Where): Promise<number>
  /**
   * The index of a member, or `undefined` while there is none yet. The first call has the index built, existing records
   * included; from then on each commit by any process maintains it. Building a large index continues in the background,
   * in short steps. A store without this method works: lists then read every record they may show.
   */
  index?(collection: string, member: string): Promise<Index | undefined>
  /**
   * The index of a member among the records that have one value of another member: filters by two members, and sorted
   * filters, then read no more entries than they return. One index of both members serves all values of the other one.
   * It is built as in `index`, which lists have called for both members before. Returns `undefined` while it is not
   * complete, and for a text that it cannot hold. Lists of a store without this method walk over the index of one
   * member, and test each entry.
   */
  indexWithin?(collection: string, member: string, within: IndexValue): Promise<Index | undefined>
  /** Writes all changes and all events, or nothing. */
  commit(changes: readonly Change[], events: readonly EventDraft[]): Promise<Committed>
  /**
   * Committed events after an id, in id order, which is the order of commits. `asText` asks for `text` and `oldText` in
   * place of `payload` and `oldValue`, for callers that parse few events; a store that does not have the texts ignores
   * it.
   */
  read(options: { after: number; limit?: number; asText?: boolean }): AsyncIterable<LoggedEvent>
  /**
   * How many events were committed after an id; `limit` if there are more. Without this method, as many events are
   * read.
   */
  countEvents?(options: { readonly after: number; readonly limit: number }): Promise<number>
  /**
   * Committed events from the newest to the oldest. Events that are committed meanwhile are left out. Without this
   * method, `read` is called for one range of ids after the other, which takes longer.
   */
  readBack?(options?: PastEvents): AsyncIterable<ChangeEvent>
  /**
   * Answers lists, history and downloads in place of the methods of the same names, for instance from a standby of the
   * database. It must contain all that this process has written or was notified of, and may lack what others wrote in the
   * last moments. What decides about a write, and what is loaded at the start, is read by the store's own methods.
   * @default none
   */
  readonly replica?: StoreReplica
  /** The id of the newest committed event; 0 before the first. */
  head(): Promise<number>
  /**
   * Rejects with the reason if records cannot be read or written; the service then reports itself unhealthy. Writes
   * only to find out whether an earlier write failure has passed. Without this method `head` is called, which does not
   * test writing.
   */
  check?(): Promise<unknown>
  /** Calls back whenever there may be new events, from any process. */
  watch(listener: () => void): Unsubscribe
  /** Deletes events that were committed before a date. */
  trim(before: Date): Promise<void>
  /**
   * The id of the newest event that was ever deleted from the log; 0 if none was. It is stored with the deletion, in one
   * transaction, whichever process deletes. Sinks, webhooks and streams that resume at this id or a later one have missed
   * nothing. For events that were deleted before a store kept this id, it is the id before the oldest event left. Without
   * this method, every reader counts as late whose position is before the oldest event: ids have gaps, so a sink may then
   * stop although it has all events.
   */
  trimmedTo?(): Promise<number>
  /**
   * Replaces committed events by events with the same ids, all or none, so that readers no longer get what they had. When
   * they were committed stays. Ids that are not in the log are left out. Other processes may return the former events for
   * 10 seconds. Without this method, erasing people rejects with CONFLICT.
   */
  rewrite?(events: readonly ChangeEvent[]): Promise<void>
  close?(): Promise<void>
}

/** Returns the time in epoch milliseconds. */
export type Clock = () => number

/** Returns this many random bytes, fit for secrets. */
export type Random = (bytes: number) => Uint8Array

/** A script as stored: its language and its text. */
export interface ScriptSource {
  /** The language: `javascript`, `kotlin` or `scala`. */
  readonly type: string
  readonly script: string
}

/** The parties among whom an engine shares its time. */
export interface ScriptParties {
  /**
   * The caller. Engines give every caller the same number of turns, so that nobody's calls wait for another caller's.
   */
  readonly asker?: string
  /**
   * Who is responsible for the script. Within the calls of one asker, engines give every owner the same number of
   * turns. New scripts of an owner whose scripts broke limits again and again are not run. Absent: the script is its
   * own owner.
   */
  readonly owner?: string
}

/** One call of a script. */
export interface ScriptRun extends ScriptSource, ScriptParties {
  /** The evaluation context. Plain JSON: other values are lost. */
  readonly context: Readonly<Record<string, unknown>>
  /**
   * The trace context in which it runs (W3C). Its HTTP calls have it as the header `traceparent`, unless the script sets
   * this header. @default none
   */
  readonly traceparent?: string
}

/**
 * Why a script failed.
 * - `SYNTAX`: it does not parse. Has `line` and `column`.
 * - `EXCEPTION`: it threw, or one of its promises was rejected, before it answered.
 * - `NO_ANSWER`: it ended without calling either callback.
 * - `CPU`, `MEMORY`, `TIME`: it exceeded a limit. `TIME` is wall time, including waiting for HTTP.
 * - `SUSPENDED`: it was not run, because it, or new scripts of its owner, exceeded limits repeatedly. Retried later.
 * - `BUSY`: it was not run, or its turn came too late, because too many others were waiting or running.
 * - `UNAVAILABLE`: it was not run, because the engine is closed or does not work on this host.
 */
export type ScriptErrorCode =
  | 'SYNTAX'
  | 'EXCEPTION'
  | 'NO_ANSWER'
  | 'CPU'
  | 'MEMORY'
  | 'TIME'
  | 'SUSPENDED'
  | 'BUSY'
  | 'UNAVAILABLE'

/** The failure of a script: a message, and if known the position in its text. */
export interface ScriptError {
  readonly code: ScriptErrorCode
  readonly message: string
  /** Line, from 1. */
  readonly line?: number
  /** Column, from 1, in UTF-16 code units, as in editors. */
  readonly column?: number
}

/** The result of a run: the script's answer and its log. `active` is `false` whenever there is an error. */
export interface ScriptOutcome {
  readonly active: boolean
  readonly logs: readonly string[]
  readonly error?: ScriptError
}

/**
 * Runs the scripts of one language. Scripts are untrusted: an engine must isolate them. Engines are created before
 * they are needed, so creating one must be cheap; its first call starts it. Calls made in the same turn (`Promise.all`)
 * are sent together.
 */
export interface ScriptEngine {
  /** Runs a script. Always resolves, and in bounded time; failures are in `error` of the outcome. */
  run(run: ScriptRun): Promise<ScriptOutcome>
  /**
   * Parses a script without running it, and resolves with what is wrong, or `undefined`. An error with a code other
   * than `SYNTAX` means that the script could not be checked.
   */
  check(source: ScriptSource & ScriptParties): Promise<ScriptError | undefined>
  /** Releases threads, timers and connections. Open and later runs resolve with `UNAVAILABLE`. */
  close(): Promise<void>
}

/**
 * Engines by language: `{ javascript: scriptEngine() }`. Scripts in a language without an engine are stored, not run.
 */
export type ScriptEngines = Readonly<Partial<Record<string, ScriptEngine>>>

/** Hashes and checks the passwords of users. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(password: string, stored: string): Promise<boolean>
  /** Whether a text has the form of its hashes. Users with others cannot sign in. @default every text may be one */
  isHash?(text: string): boolean
}

/** Waits this many milliseconds, or until aborted. Never rejects. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Makes HTTP calls like `globalThis.fetch`: the address as a string, everything else in the second argument. */
export interface Fetch {
  (url: string, init: RequestInit): Promise<Response>
  /**
   * Why calls to an address are refused, if the address alone decides it; such addresses cannot be saved.
   * @default no address is refused before a call
   */
  readonly refuses?: (url: string) => string | undefined
}

/** Receives failures that no caller awaits. */
export type Report = (error: unknown) => void

/** Everything `createSignalbox` can be given. Without an optional port, the capability that needs it is missing. */
export interface Ports {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly report: Report
  readonly passwords: Passwords
  readonly wait: Wait
  /** Script engines by language: `javascript`, `kotlin`, `scala`. */
  readonly scripts?: ScriptEngines
  /**
   * Calls webhooks. Without it webhooks are stored but nothing is delivered. Admins choose the addresses: if not every
   * admin may reach everything the process can, pass a fetch that refuses private addresses when it connects.
   */
  readonly fetch?: Fetch
}

/** Writes bookkeeping, which no judge sees. Throws an `Error` for a collection of records. */
export type Note = (changes: readonly Change[], events?: readonly EventDraft[]) => Promise<Committed>

/** The ports as the parts of an instance get them: the store can be read. `Instance.commit` writes records. */
export interface InstancePorts extends Omit<Ports, 'store'> {
  readonly store: Reads
  /** Writes bookkeeping alone. */
  readonly note: Note
}
