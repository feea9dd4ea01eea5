import type { Change, Store } from '../ports.ts'
import type { Delivery } from './contract.ts'
import type { Cursor } from './deliver.ts'
import { HISTORY, placeOf } from './deliver.ts'

const CURSORS = 'webhook-cursors'
const DELIVERIES = 'webhook-deliveries'

/** An entry of the history as it is kept: with its number, for places are used again. */
interface Entry extends Delivery {
  readonly entry: number
}

/** A cursor, and the version that a change of it must still find. */
export interface Found {
  readonly cursor: Cursor
  readonly version: string
}

/** The cursor of a web hook; `undefined` when there is none. */
export async function findCursor(store: Store, id: string): Promise<Found | undefined> {
  const entry = await store.get(CURSORS, id)
  return entry && { cursor: entry.value as Cursor, version: entry.version }
}

/**
 * Moves a cursor on, with what happened to it as the newest entry of the history: one commit, without an event.
 * `undefined` when someone else has moved it, or the web hook is no more.
 */
export async function moveCursor(
  store: Store,
  id: string,
  { from, to, delivery }: { from: Found; to: Cursor; delivery?: Delivery },
): Promise<Found | undefined> {
  const { entries } = from.cursor
  const entry: Entry | undefined = delivery && { ...delivery, entry: entries }
  const committed = await store.commit(
    [
      putCursor(id, to, from.version),
      ...(entry
        ? [{ op: 'put', collection: DELIVERIES, key: placeOf(to, entries), value: entry } satisfies Change]
        : []),
    ],
    [],
  )
  return 'versions' in committed ? { cursor: to, version: committed.versions[0]! } : undefined
}

/** The change that sets a cursor. */
export const putCursor = (id: string, cursor: Cursor, expected?: string): Change => ({
  op: 'put',
  collection: CURSORS,
  key: id,
  value: cursor,
  ...(expected !== undefined && { expected }),
})

/** The change that takes a cursor away. */
export const dropCursor = (id: string, expected?: string): Change => ({
  op: 'delete',
  collection: CURSORS,
  key: id,
  ...(expected !== undefined && { expected }),
})

/** The change that forgets the history of a cursor. */
export const dropHistory = ({ history }: Cursor): Change => ({
  op: 'deletePrefix',
  collection: DELIVERIES,
  prefix: `${history}/`,
})

/** The last deliveries, the newest first. */
export async function readHistory(store: Store, { history }: Cursor): Promise<Delivery[]> {
  const found: Entry[] = []
  for await (const { value } of store.scan(DELIVERIES, { where: [`${history}/*`], limit: HISTORY }))
    found.push(value as Entry)
  return found.sort((a, b) => b.entry - a.entry).map(({ entry: _entry, ...delivery }) => delivery)
}
