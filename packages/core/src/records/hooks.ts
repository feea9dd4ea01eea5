import type { Limits } from '../limits.ts'
import type { EventDraft } from '../log/event.ts'
import type { CallContext } from '../operation.ts'
import type { Change, Ports } from '../ports.ts'
import type { TimeZone } from '../time.ts'

/** What collections share: the ports, and how this instance is set. */
export interface Instance extends Pick<Ports, 'store' | 'clock'>, Limits {
  readonly zone: TimeZone
  /** Aborted when the instance closes. */
  readonly closing: AbortSignal
  /** Resolves when what follows the log in this process has seen an event. */
  readonly applied: (eventId: number) => Promise<void>
}

/** What goes into the same commit as a record. */
export interface Along {
  readonly changes?: readonly Change[]
  readonly events?: readonly EventDraft[]
}

/** What becomes of a valid record on its way into the store. */
export interface Prepared<T> extends Along {
  /** What is stored. */
  readonly record: T
  /** Members that the answer shows this once. */
  readonly shown?: Partial<T>
  /** Runs once the write is committed, before it is answered: for work that is too much for one commit. Not after a dry run. */
  readonly afterwards?: () => Promise<void>
}

/** Who writes, and what the write means beyond what was sent: its intent, for kinds that have any. */
export interface Write<I = never> {
  readonly call: CallContext
  readonly intent?: I | undefined
}

/** A valid record that is about to be written. */
export interface Writing<T, I = never> extends Write<I> {
  readonly next: T
  /** What is stored under the id. Absent for a new record. */
  readonly current?: T | undefined
  /** It is a line of an upload, which may bring along what the service sets otherwise. */
  readonly isUpload?: true
}

/** A stored record that is about to be deleted. */
export interface Removal<T, I = never> extends Write<I> {
  readonly record: T
}

/** What a kind of record does beyond the others. */
export interface Hooks<T, I = never> {
  /** Completes a valid record; runs again when the record has changed meanwhile. */
  readonly prepare?: (writing: Writing<T, I>) => Prepared<T> | Promise<Prepared<T>>
  /** What callers see of what is stored. @default all of it */
  readonly present?: (stored: T) => T
  /** What a patch of a presented record means, before it is validated. @default what it says */
  readonly settle?: (patched: unknown, shown: T) => unknown
  /** What goes with a record that is deleted. */
  readonly remove?: (removal: Removal<T, I>) => Promise<Along>
}
