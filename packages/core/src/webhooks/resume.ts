import { oldestId } from '../log/consumers/cursor.ts'
import type { Ports } from '../ports.ts'
import type { TimeZone } from '../time.ts'
import { localTimestamp } from '../time.ts'
import type { Found } from './cursors.ts'
import { findCursor, moveCursor } from './cursors.ts'
import type { StoredWebhook } from './webhook.ts'

/**
 * The cursor of a web hook, where deliveries go on. One that is older than the log goes on from the oldest event, or from
 * the next one when none is left, without a batch that is gone; which is written into the history.
 */
export async function resume(
  { clientId, isBanned }: StoredWebhook,
  { store, clock, zone }: Pick<Ports, 'store' | 'clock'> & { zone: TimeZone },
): Promise<Found | undefined> {
  const found = await findCursor(store, clientId)
  if (!found || isBanned) return found
  const { batch, ...cursor } = found.cursor
  const oldest = await oldestId(store)
  const isBatchLost = batch !== undefined && batch.events[0]! < oldest
  const isOlder = cursor.after > 0 && cursor.after + 1 < oldest
  if (!isBatchLost && !isOlder) return found
  const to = { ...cursor, after: oldest - 1, entries: cursor.entries + 1, ...(batch && !isBatchLost && { batch }) }
  const error = `The log no longer has what was behind event ${cursor.after} and before ${oldest}`
  const delivery = { date: localTimestamp(clock(), zone), events: [], ms: 0, error }
  return moveCursor(store, clientId, { from: found, to, delivery })
}
