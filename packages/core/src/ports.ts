/**
 * All that the core needs from outside. Implement one of these to plug in a database, a clock or a runtime; `memory/`
 * has the store that is used when none is given.
 */
import type { ChangeEvent, EventDraft } from './log/event.ts'

/** A record's value and the version it has: never used twice for a key, not even after a delete. */
export interface Versioned {
  readonly value: unknown
  readonly version: string
}
/** A record of a scan. */
export interface Entry extends Versioned {
  readonly key: string
}

/** Which records: the key must match every list of patterns. */
export interface Where {
  readonly where?: readonly string[]
}
/** Which part of a scan. */
export interface ScanOptions extends Where {
  /** Only keys behind this one. */
  readonly after?: string
  /** How many matching keys to pass over first. */
  readonly skip?: number
  readonly limit?: number
}

/**
 * Which entries of an index: those of one text, those of all texts that begin with a prefix (`''`: every text), those of the records
 * that lack the member (`absent`), or those whose value the index does not hold (`other`).
 */
export type IndexPart = { readonly text: string } | { readonly prefix: string } | { readonly kind: 'absent' | 'other' }

/** Which entries of a part, and in which order. */
export interface IndexScan extends Where {
  /** From the last text to the first; keys of the same text are in key order either way. @default false */
  readonly descending?: boolean
  /** How many matching entries to pass over first. */
  readonly skip?: number
  readonly limit?: number
}

/** A record in an index. */
export interface IndexEntry {
  readonly key: string
  /** What the member holds; missing for `absent` and `other`. */
  readonly text?: string
}

/**
 * The records of a collection by one of their top-level members. Each record has one entry. It has a text if the member is a string.
 * It is `absent` if the record lacks the member, and `other` for any other value. A store may also count a text as `other`, such as
 * one that is too long for it: callers read the records of `other` to find out.
 */
export interface Index {
  /** Entries by their texts (UTF-8 bytes), then by their keys. An entry that nobody changes meanwhile comes exactly once. */
  keys(part: IndexPart, options?: IndexScan): AsyncIterable<IndexEntry>
  count(part: IndexPart, options?: Where): Promise<number>
  /** The records with these keys, in any order; none for those that are gone. */
  pick(keys: readonly string[]): Promise<readonly Entry[]>
}

/** One step of a commit. `expected` is the version the record must still have; `null`: it must not exist; absent: whatever is there. */
export type Change =
  | {
      readonly op: 'put'
      readonly collection: string
      readonly key: string
      readonly value: unknown
      readonly expected?: string | null
    }
  | { readonly op: 'delete'; readonly collection: string; readonly key: string; readonly expected?: string }
  /** Writes nothing, must hold. */
  | { readonly op: 'check'; readonly collection: string; readonly key: string; readonly expected: string | null }
  /** Every key that begins with the prefix. */
  | { readonly op: 'deletePrefix'; readonly collection: string; readonly prefix: string }

/**
 * What a commit did: the events with their ids and the version each change gave its record (none for what a change
 * only deleted or checked); or the index of the first change that did not hold, and then nothing was written.
 */
export type Committed =
  | { readonly events: readonly ChangeEvent[]; readonly versions: readonly (string | undefined)[] }
  | { readonly conflict: number }

/** Ends a subscription. Calling it again does nothing. */
export type Unsubscribe = () => void

/** Records by collection and key, with versions, and the log of what changed them. Values are JSON. */
export interface Store {
  get(collection: string, key: string): Promise<Versioned | undefined>
  /** In key order (UTF-8 bytes), safe against writes meanwhile: a key that was there all along comes exactly once. */
  scan(collection: string, options?: ScanOptions): AsyncIterable<Entry>
  count(collection: string, options?: Where): Promise<number>
  /**
   * The index of a member, or `undefined` where there is none yet. The first call has the index built, of the records that are there as
   * well; from then on each commit maintains it, whichever process commits. Building a large one goes on behind the call, in short steps.
   * Absent: lists read every record that they may show.
   */
  index?(collection: string, member: string): Promise<Index | undefined>
  /** All changes and all events, or nothing. */
  commit(changes: readonly Change[], events: readonly EventDraft[]): Promise<Committed>
  /** Committed events after an id, in id order, which is commit order. */
  read(options: { after: number; limit?: number }): AsyncIterable<ChangeEvent>
  /** Id of the newest committed event; 0 before the first. */
  head(): Promise<number>
  /**
   * Rejects with what is wrong when records cannot be read, or cannot be written: then the service is not healthy. Writes only to
   * find out whether a failure of writing has passed. Absent: `head` tells, which finds out nothing about writing.
   */
  check?(): Promise<unknown>
  /** Calls back whenever there may be something new to read, whichever process wrote it. */
  watch(listener: () => void): Unsubscribe
  /** Forgets events that were committed before a date. */
  trim(before: Date): Promise<void>
  close?(): Promise<void>
}

/** The time, in epoch milliseconds. */
export type Clock = () => number

/** So many random bytes, fit for secrets. */
export type Random = (bytes: number) => Uint8Array

/** A script as it is saved: its language and its text. */
export interface ScriptSource {
  /** The language: `javascript`, `kotlin` or `scala`. */
  readonly type: string
  readonly script: string
}

/** Between whom an engine shares its time. */
export interface ScriptParties {
  /** Whose call it is. Engines give everyone who asks as many turns, so that nobody's calls wait for those of one. */
  readonly asker?: string
  /**
   * Who answers for the script. Within what one asks, engines give every owner as many turns; an owner whose scripts break limits again
   * and again is not given new ones. Absent: the script stands for itself.
   */
  readonly owner?: string
}

/** One question to a script. */
export interface ScriptRun extends ScriptSource, ScriptParties {
  /** What is known of the caller. Plain JSON: anything else is lost on the way. */
  readonly context: Readonly<Record<string, unknown>>
}

/**
 * What went wrong with a script.
 * - `SYNTAX`: it does not parse. Has `line` and `column`.
 * - `EXCEPTION`: it threw, or a promise of its was rejected, before it answered.
 * - `NO_ANSWER`: it came to its end and had called neither callback.
 * - `CPU`, `MEMORY`, `TIME`: it broke a limit. `TIME` is wall time, waiting for HTTP included.
 * - `SUSPENDED`: it was not run, since it, or new scripts of its owner, broke limits again and again; it is tried again later.
 * - `BUSY`: it was not run, since too many others were waiting or running.
 * - `UNAVAILABLE`: it was not run, since the engine is closed or cannot work on this host.
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

/** Why a script gave no answer: a sentence, and where known the place in the script's text. */
export interface ScriptError {
  readonly code: ScriptErrorCode
  readonly message: string
  /** From 1. */
  readonly line?: number
  /** From 1, in UTF-16 code units, as editors count. */
  readonly column?: number
}

/** What came of a run: inactive whenever there is an error, and what the script logged up to then. */
export interface ScriptOutcome {
  readonly active: boolean
  readonly logs: readonly string[]
  readonly error?: ScriptError
}

/**
 * Runs the scripts of one language, which nobody trusts (decisions 5). Made before it is needed and started by its first use. Calls that are made
 * together (`Promise.all`) travel together.
 */
export interface ScriptEngine {
  /** Asks a script. Always resolves, and in bounded time: what goes wrong is the outcome's `error`. */
  run(run: ScriptRun): Promise<ScriptOutcome>
  /**
   * Whether a script parses, without running it: nothing, or what is wrong. An error of another code than `SYNTAX`
   * says nothing about the script: it could not be looked at.
   */
  check(source: ScriptSource & ScriptParties): Promise<ScriptError | undefined>
  /** Lets go of threads, timers and connections. Open runs end as `UNAVAILABLE`, and so does every later one. */
  close(): Promise<void>
}

/** Which engine runs which language: `{ javascript: scriptEngine() }`. A language without one is stored, not run. */
export type ScriptEngines = Readonly<Partial<Record<string, ScriptEngine>>>

/** How passwords of users are kept. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(password: string, stored: string): Promise<boolean>
}

/** Waits so many milliseconds; no longer than until aborted. Never rejects. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Calls elsewhere, as `globalThis.fetch` makes them: the address as text, everything else in the second argument. */
export interface Fetch {
  (url: string, init: RequestInit): Promise<Response>
  /** Why an address is never called, where the address itself says so; it is refused when it is saved. @default nothing is known before a call */
  readonly refuses?: (url: string) => string | undefined
}

/** Told about failures that nobody awaits. */
export type Report = (error: unknown) => void

/** Everything `createSignalbox` can be given. A missing optional port is a missing capability. */
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
   * What web hooks are called with. Without it they are kept, and nothing is delivered. Addresses come from admins: where
   * not every admin may reach all that the process can, give one that refuses private addresses at the connection.
   */
  readonly fetch?: Fetch
}
