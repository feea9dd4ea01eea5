import type { ReadonlySignal } from '@preact/signals'
import type { Kind, RecordOf } from './kinds.ts'

/** One changed member of a record. Text differences are shown as text. */
export interface MemberChange {
  /** The JSON Pointer of the member, such as `/parameters/percentage`. */
  readonly pointer: string
  /** The saved value; `undefined` if the member is new. */
  readonly was: unknown
  /** The new value; `undefined` if the member is removed. */
  readonly now: unknown
}

/** A member that was changed here and by someone else. */
export interface Conflict extends MemberChange {
  /** What the other saved. */
  readonly theirs: unknown
}

/** An edited copy of a record. */
export interface Draft<T> {
  /** The copy, as the form shows it. */
  readonly value: T
  /** The record as saved, on which the copy is based; `undefined` while it is being created. */
  readonly saved: T | undefined
  readonly changes: readonly MemberChange[]
  /** The sentences of the service by pointer, after it rejected the copy. `''` is for the whole record. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Members that were changed on both sides: the user chooses before saving again. */
  readonly conflicts: readonly Conflict[]
  /** A newer record that someone else saved while the copy was being edited. */
  readonly newer?: { readonly by?: string; readonly changes: readonly MemberChange[] }
  /** What happens at the moment. */
  readonly state: 'idle' | 'saving'
  /** The last failure other than problems and conflicts. */
  readonly error?: unknown
}

/** A draft with what can be done with it. */
export interface Editing<T> {
  readonly draft: ReadonlySignal<Draft<T>>
  /** Replaces the copy. Every call is a step of `undo`; calls with the same `step` within a second are one. */
  edit(next: T, step?: string): void
  undo(): void
  discard(): void
  /** Takes over what someone else saved; members changed on both sides become conflicts. */
  takeNewer(): void
  /** Chooses between the two sides of a conflict. */
  choose(pointer: string, side: 'mine' | 'theirs'): void
  /**
   * Saves with the entity tag of `saved`: the smallest JSON Patch, or a creation. Merges what others saved meanwhile, and
   * saves again if nothing conflicts. Resolves with whether it is saved.
   */
  save(): Promise<boolean>
}

/** The draft of a record, shared by everything on the page that edits it, and kept until it is saved or discarded. */
export function editing<K extends Kind>(kind: K, id: string): Editing<RecordOf<K>> {
  throw new Error(`The ${kind} ${id} cannot be edited yet`)
}
