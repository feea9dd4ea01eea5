import type { ChangeEvent } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { eventDomains } from '../../log/domains.ts'

/** The most events that one call reads. */
const LIMIT = 50

/** Reads events by their ids, the newest first. Those that are no longer in the log are left out. */
export async function eventsById(ids: readonly number[]): Promise<readonly ChangeEvent[]> {
  const wanted = new Set(ids)
  const found: ChangeEvent[] = []
  const domains = eventDomains.join(',')
  while (wanted.size > 0) {
    const newest = Math.max(...wanted)
    const { results } = await api.events.history({ domains, before: newest + 1, limit: LIMIT })
    const ofBatch = results.filter(({ _id }) => wanted.delete(_id))
    found.push(...ofBatch)
    wanted.delete(newest)
  }
  return found
}
