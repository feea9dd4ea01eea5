import type { CallContext } from '../../operation.ts'
import type { InstancePorts } from '../../ports.ts'
import type { EventDraft } from '../log/event.ts'
import type { Limits } from '../schema/limits.ts'
import type { TimeZone } from '../time/time.ts'
import type { Write as Change, Commit } from './commit.ts'

/** What all collections share: the ports and settings of the instance. */
export interface Instance extends Pick<InstancePorts, 'store' | 'note' | 'clock'>, Limits {
  /** Writes records, with bookkeeping along, unless a judge refuses. */
  readonly commit: Commit
  readonly zone: TimeZone
  /** Aborts when the instance closes. */
  readonly closing: AbortSignal
  /** Resolves when the follower of the log in this process has processed an event. */
  readonly applied: (eventId: number) => Promise<void>
  /** In a rehearsal: keeps what follows a commit until the real commit. @default it runs at once */
  readonly postpone?: (work: () => Promise<void>) => void
}

/** Runs what follows a commit, in a rehearsal after the real commit. */
export const followUp = async (
  { postpone }: Pick<Instance, 'postpone'>,
  work: (() => Promise<void>) | undefined,
): Promise<void> => work && (postpone ? postpone(work) : work())

/** Changes and events for the same commit as a record. */
export interface Along {
  readonly changes?: readonly Change[]
  readonly events?: readonly EventDraft[]
}

/** What is committed with a record, and what follows. */
export interface Removed extends Along {
  /** Runs after the commit and before the response: for work that is too large for one commit. Not after a dry run. */
  readonly afterwards?: () => Promise<void>
}

/** The result of `prepare`: what to store and what to commit with it. */
export interface Prepared<T> extends Removed {
  /** The record to store. */
  readonly record: T
  /** Members that only this response shows. */
  readonly shown?: Partial<T>
}

/** The author of a write, and its intent for kinds that have intents. */
export interface Write<I = never> {
  readonly call: CallContext
  readonly intent?: I | undefined
}

/** The author of a bulk write. Each attempt to commit a batch has its own intent; a dry run has one. */
export interface BulkWrite<I = never> {
  readonly call: CallContext
  readonly intent?: (() => I) | undefined
}

/** A valid record that is about to be written. */
export interface Writing<T, I = never> extends Write<I> {
  readonly next: T
  /** The stored record with this id. Absent if the record is new. */
  readonly current?: T | undefined
  /** The record is a line of an upload, which may contain members that the service sets otherwise. */
  readonly isUpload?: true
}

/** A stored record that is about to be deleted. */
export interface Removal<T, I = never> extends Write<I> {
  readonly record: T
}

/** What a kind of record does besides the common operations. */
export interface Hooks<T, I = never> {
  /** Completes a valid record. Runs again if the stored record has changed in the meantime. */
  readonly prepare?: (writing: Writing<T, I>) => Prepared<T> | Promise<Prepared<T>>
  /** Called when nothing rejects a prepared record of a bulk write anymore, with the intent of the attempt. */
  readonly planned?: (record: T, intent: I | undefined) => void
  /** Converts a stored record to the form callers see. @default unchanged */
  readonly present?: (stored: T) => T
  /** Interprets the result of patching a presented record, before validation. @default unchanged */
  readonly settle?: (patched: unknown, shown: T) => unknown
  /** The changes and events to commit with a delete. */
  readonly remove?: (removal: Removal<T, I>) => Promise<Removed>
}
