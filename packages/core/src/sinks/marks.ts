import { findStored, moveStored, type Stored } from '../machine/log/consumers/stored.ts'
import type { Note, Reads } from '../ports.ts'

const MARKS = 'sink-marks'

/**
 * How far a sink has searched the log. Of a sink whose destination tells its position, it is used only while that is
 * `position`: then the log has nothing for the sink up to `seen`. It also tells the position of a destination that was
 * emptied.
 */
export interface Mark {
  /** The id of the last event that the destination has acknowledged. */
  readonly position: number
  readonly seen: number
  /** The hash of the filter with which the log was searched. */
  readonly filter: string
}

/** A mark, and the version that must be unchanged when it is written. */
export type StoredMark = Stored<Mark>

/** Reads the mark of a sink; `undefined` before its first start. */
export const findMark = (store: Reads, id: string): Promise<StoredMark | undefined> =>
  findStored(store, { collection: MARKS, key: id })

/** Writes a mark. Returns `undefined` if another process wrote it meanwhile. */
export const moveMark = (
  note: Note,
  id: string,
  move: { readonly from: StoredMark | undefined; readonly to: Mark },
): Promise<StoredMark | undefined> => moveStored(note, { collection: MARKS, key: id }, move)
