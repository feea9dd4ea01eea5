import { oldestId } from '../log/consumers/cursor.ts'
import type { Ports } from '../ports.ts'
import type { TimeZone } from '../time.ts'
import { localTimestamp } from '../time.ts'
import type { Found } from './cursors.ts'
import { findCursor, moveCursor } from './cursors.ts'
import type { StoredWebhook } from './webhook.ts'

/**
 * Reads the cursor at which deliveries resume. If the log no longer has the next events, the cursor moves to the oldest
 * one left (or past the end if there is none), a lost batch is dropped, and the gap is written to the history.
 */
export async function resumeCursor(
  { clientId, isBanned }: StoredWebhook,
  { store, clock, zone }: Pick<Ports, 'store' | 'clock'> & { zone: TimeZone },
): Promise<Found | undefined> {
  const found = await findCursor(store, clientId)
  if (!found || isBanned) return found
  const { batch, ...cursor } = found.value
  const oldest = await oldestId(store)
  const isBatchLost = batch !== undefined && batch.events[0]! < oldest
  const isOlder = cursor.after > 0 && cursor.after + 1 < oldest
  if (!isBatchLost && !isOlder) return found
  const to = { ...cursor, after: oldest - 1, entries: cursor.entries + 1, ...(batch && !isBatchLost && { batch }) }
  const error = `The events after ${cursor.after} and before ${oldest} are no longer in the log and were not sent`
  const delivery = { date: localTimestamp(clock(), zone), events: [], ms: 0, error }
  return moveCursor(store, clientId, { from: found, to, delivery })
}
