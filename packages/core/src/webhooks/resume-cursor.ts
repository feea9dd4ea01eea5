import { trimmedTo } from '../machine/log/trimmed-to.ts'
import { localTimestamp, type TimeZone } from '../machine/time/time.ts'
import type { InstancePorts } from '../ports.ts'
import { type Found, findCursor, moveCursor } from './cursors.ts'
import type { StoredWebhook } from './webhook.ts'

/**
 * Reads the cursor at which deliveries resume. If the log no longer has the next events, the cursor moves behind the
 * deleted events, a lost batch is dropped, and the gap is written to the history.
 */
export async function resumeCursor(
  { clientId, isBanned }: StoredWebhook,
  { store, note, clock, zone }: Pick<InstancePorts, 'store' | 'note' | 'clock'> & { zone: TimeZone },
): Promise<Found | undefined> {
  const found = await findCursor(store, clientId)
  if (!found || isBanned) return found
  const { batch, ...cursor } = found.value
  const trimmed = await trimmedTo(store)
  const isBatchLost = batch !== undefined && batch.events[0]! <= trimmed
  const isBehind = cursor.after > 0 && cursor.after < trimmed
  if (!isBatchLost && !isBehind) return found
  const to = { ...cursor, after: trimmed, entries: cursor.entries + 1, ...(batch && !isBatchLost && { batch }) }
  const error = `The events after ${cursor.after} up to ${trimmed} are no longer in the log and were not sent`
  const delivery = { date: localTimestamp(clock(), zone), events: [], ms: 0, error }
  return moveCursor(note, clientId, { from: found, to, delivery })
}
