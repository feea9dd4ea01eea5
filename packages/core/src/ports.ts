/**
 * All that the core needs from outside. Implement one of these to plug in a database, a clock or a runtime; `memory/`
 * has the store that is used when none is given.
 */
import type { ChangeEvent, EventDraft } from './events/event.ts'

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
  /** All changes and all events, or nothing. */
  commit(changes: readonly Change[], events: readonly EventDraft[]): Promise<Committed>
  /** Committed events after an id, in id order, which is commit order. */
  read(options: { after: number; limit?: number }): AsyncIterable<ChangeEvent>
  /** Id of the newest committed event; 0 before the first. */
  head(): Promise<number>
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

/** What a script said: an answer, or why there is none; and what it logged. */
export type ScriptOutcome =
  | { readonly active: boolean; readonly logs: readonly string[] }
  | { readonly error: string; readonly logs: readonly string[] }

/** Where the syntax of a script is wrong; lines and columns from 1. */
export interface SyntaxProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Runs activation scripts of one language, which nobody trusts. */
export interface ScriptEngine {
  /** Each script on its own over the same context; outcomes in the order of the scripts. Never rejects. */
  run(scripts: readonly string[], context: Readonly<Record<string, unknown>>): Promise<readonly ScriptOutcome[]>
  /** The first problem of a script's syntax; `undefined` when there is none. */
  check(script: string): Promise<SyntaxProblem | undefined>
  close?(): Promise<void>
}

/** How passwords of users are kept. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(password: string, stored: string): Promise<boolean>
}

/** Waits so many milliseconds; no longer than until aborted. Never rejects. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

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
  readonly scripts?: Readonly<Record<string, ScriptEngine>>
}
