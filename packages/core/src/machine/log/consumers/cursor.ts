import type { Note, Reads } from '../../../ports.ts'
import { trimmedTo } from '../trimmed-to.ts'
import { findStored, moveStored, type Stored } from './stored.ts'

const CURSORS = 'consumer-cursors'

/** The progress of a consumer. */
interface Progress {
  /** Events up to this id were processed or did not concern this consumer. */
  readonly after: number
}

/** The progress of a consumer, and the version that its next update must find. */
export type Cursor = Stored<Progress>

/** Events that left the log before a consumer processed them: those with ids above `after` and below `before`. */
export interface Gap {
  readonly after: number
  readonly before: number
}

/** The cursor of a consumer; `undefined` before its first start. */
export async function findCursor(store: Reads, name: string): Promise<Cursor | undefined> {
  return findStored(store, { collection: CURSORS, key: name })
}

/** Moves a cursor, or creates it. `undefined` when another process moved it in the meantime. */
export async function moveCursor(
  note: Note,
  name: string,
  { from, after }: { readonly from: Cursor | undefined; readonly after: number },
): Promise<Cursor | undefined> {
  return moveStored(note, { collection: CURSORS, key: name }, { from, to: { after } })
}

/** The gap after an id if the log no longer has all events after it; else `undefined`. */
export async function findGap(store: Reads, after: number): Promise<Gap | undefined> {
  const trimmed = await trimmedTo(store)
  return after > 0 && after < trimmed ? { after, before: trimmed + 1 } : undefined
}
