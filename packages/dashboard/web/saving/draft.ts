import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Because } from '../confirm/because.ts'
import type { MemberChange } from '../values/changes.ts'
import type { Unreadable } from '../values/json-text.ts'
import type { Conflict } from '../values/merge.ts'

/** Who changed a record, and when in epoch milliseconds, as far as the page knows. */
export interface Origin {
  readonly by?: string
  readonly at?: number
}

/** An edited copy of a record. */
export interface Draft<T> {
  /** The copy, as the form shows it. */
  readonly value: T
  /** The record as saved, on which the copy is based; `undefined` while it is being created. */
  readonly saved: T | undefined
  /** The newest saved record that the page knows, which someone else may have saved since; `undefined` if there is none. */
  readonly newest: T | undefined
  /** What saving would write: the copy, with what others saved since. */
  readonly result: T
  /** What saving would change in `newest`. */
  readonly changes: readonly MemberChange[]
  /** Texts that are no values. They are not in the copy; while there are any, it cannot be saved. */
  readonly unreadable: readonly Unreadable[]
  /**
   * Whether the copy differs from what is saved, or a text is unreadable. True from the first edit of a record that is
   * being created.
   */
  readonly isEdited: boolean
  /** The sentences of the service by pointer, after it rejected the copy. `''` is for the whole record. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Members that were changed on both sides: the user chooses before saving again. */
  readonly conflicts: readonly Conflict[]
  /** A newer record that someone else saved while the copy was being edited. */
  readonly newer?: Origin & { readonly changes: readonly MemberChange[] }
  /** What was taken over from others by the last save or by `takeNewer`. */
  readonly merged?: Origin & { readonly changes: readonly MemberChange[] }
  /** The record was deleted while the copy was being edited: `createAgain` creates it with the copy. */
  readonly deleted?: Origin
  /** What happens at the moment. */
  readonly state: 'idle' | 'saving'
  /** The last failure other than problems and conflicts. The copy is kept, and can be saved later. */
  readonly error?: unknown
}

/** What a save changed: the record on which the copy was based, and the answer. */
export interface SavedChange<T> {
  /** `undefined` if the record was created. */
  readonly was: T | undefined
  readonly now: T
}

/** A draft with what can be done with it. */
export interface Editing<T> {
  readonly draft: ReadonlySignal<Draft<T>>
  /** Why the next save is made, as it was typed. Cleared once it is saved, or when the copy is discarded. */
  readonly reason: Signal<string>
  /** Replaces the copy. Every call is a step of `undo`; calls with the same `step` within a second are one. */
  edit(next: T, step?: string): void
  /** Keeps a text that is no value, until it is dropped or its member changes. */
  hold(text: Unreadable): void
  /** Drops the text of a member. */
  drop(pointer: string): void
  /** Takes back the last step, `discard` included. */
  undo(): void
  discard(): void
  /** Takes over what someone else saved; members changed on both sides become conflicts. */
  takeNewer(): void
  /** Chooses between the sides of a conflict: mine, theirs, or the value that both changed. */
  choose(pointer: string, side: 'mine' | 'theirs' | 'base'): void
  /**
   * Saves with the entity tag of `saved`: the smallest JSON Patch, or a creation. Merges what others saved meanwhile, and
   * saves again if nothing conflicts. Resolves with whether it is saved.
   */
  save(): Promise<boolean>
  /** What the last save wrote. `undefined` if it failed, or if nothing had to be written. */
  lastChange(): SavedChange<T> | undefined
  /** Takes saved changes back. Rejects with CONFLICT if one of the members was changed since. */
  takeBack(changes: readonly MemberChange[], because?: Because): Promise<void>
  /** Creates a record again that was deleted while it was being edited. Resolves with whether it is saved. */
  createAgain(): Promise<boolean>
}
