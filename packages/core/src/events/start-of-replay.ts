import type { ChangeEvent } from '../machine/log/event.ts'
import { trimmedTo } from '../machine/log/trimmed-to.ts'
import type { Reads } from '../ports.ts'
import { firstAfter, firstWhere } from './first-where.ts'

/** A range of a log. */
export interface Range {
  /** Events after this id. */
  readonly after: number
  /** Events up to this id. */
  readonly head: number
  /** The oldest allowed time of an event, in epoch milliseconds. */
  readonly since: number
  /** Converts an instant to the local time in events. */
  readonly local: (instant: number) => string
}

type Log = Pick<Reads, 'read' | 'head' | 'trimmedTo'>

/**
 * Where a replay starts: the id after which events are sent. It is `after`, unless the log no longer has all events after
 * it or they are older than `since`: then it is a later id. Binary search: reads about 50 events, however long the log is.
 */
export async function startOfReplay(log: Log, { after, head, since, local }: Range): Promise<number> {
  if (after >= head) return after
  const cutoff = local(since)
  const known = await eventAt(log, after)
  // If this event is recent enough, so are all later ones, even if a wrong clock stamped them otherwise.
  if (known && known.timestamp >= cutoff) return after
  const start = known ? after : Math.max(after, await trimmedTo(log))
  const recent = await firstWhere(log, { after: start, head, accept: ({ timestamp }) => timestamp >= cutoff })
  return Math.min(recent, Math.max(start, since * MICROSECONDS))
}

/**
 * Microseconds per millisecond. Ids in databases are at least the time in microseconds and only grow, so they tell the
 * time even if timestamps went backwards. Smaller ids, as of the memory store, do not.
 */
const MICROSECONDS = 1000

async function eventAt(log: Log, id: number): Promise<ChangeEvent | undefined> {
  const found = id > 0 ? await firstAfter(log, id - 1) : undefined
  return found?._id === id ? found : undefined
}
