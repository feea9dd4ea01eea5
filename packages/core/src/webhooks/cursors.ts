import { findStored, moveStored, type Stored } from '../machine/log/consumers/stored.ts'
import type { Change, Note, Reads } from '../ports.ts'
import type { Delivery } from './contract.ts'
import { type Cursor, HISTORY, placeOf } from './delivery-rules.ts'

const CURSORS = 'webhook-cursors'
const DELIVERIES = 'webhook-deliveries'

/** A stored history entry. Its number tells it from older entries, because places are reused. */
interface Entry extends Delivery {
  readonly entry: number
}

/** A cursor, and the version that must be unchanged when it is written. */
export type Found = Stored<Cursor>

/** Reads the cursor of a webhook; `undefined` if there is none. */
export const findCursor = (store: Reads, id: string): Promise<Found | undefined> =>
  findStored(store, { collection: CURSORS, key: id })

/**
 * Advances a cursor and adds `delivery`, if given, to the history, in one commit without an event. Returns `undefined`
 * if another process moved the cursor or the webhook was deleted.
 */
export async function moveCursor(
  note: Note,
  id: string,
  { from, to, delivery }: { from: Found; to: Cursor; delivery?: Delivery },
): Promise<Found | undefined> {
  const { entries } = from.value
  const entry: Entry | undefined = delivery && { ...delivery, entry: entries }
  const also = entry
    ? [{ op: 'put', collection: DELIVERIES, key: placeOf(to, entries), value: entry } satisfies Change]
    : []
  return moveStored(note, { collection: CURSORS, key: id }, { from, to, also })
}

/** The change that writes a cursor. */
export const putCursor = (id: string, cursor: Cursor, expected?: string): Change => ({
  op: 'put',
  collection: CURSORS,
  key: id,
  value: cursor,
  ...(expected !== undefined && { expected }),
})

/** The change that deletes a cursor. */
export const dropCursor = (id: string, expected?: string): Change => ({
  op: 'delete',
  collection: CURSORS,
  key: id,
  ...(expected !== undefined && { expected }),
})

/** The change that deletes the history of a cursor. */
export const dropHistory = ({ history }: Cursor): Change => ({
  op: 'deletePrefix',
  collection: DELIVERIES,
  prefix: `${history}/`,
})

/** Reads the last deliveries, newest first. */
export async function readHistory(store: Reads, { history }: Cursor): Promise<Delivery[]> {
  const found: Entry[] = []
  for await (const { value } of store.scan(DELIVERIES, { where: [`${history}/*`], limit: HISTORY }))
    found.push(value as Entry)
  return found.sort((a, b) => b.entry - a.entry).map(({ entry: _entry, ...delivery }) => delivery)
}
