import type { ChangeEvent } from '../log/event.ts'
import type { Store } from '../ports.ts'

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

type Log = Pick<Store, 'read'>

/**
 * Where a replay starts: the id after which events are sent. That is `after`, or later if the log no longer has all
 * events after it, or if they are older than `since`. Binary search: reads about 50 events, however long the log is.
 */
export async function startOfReplay(log: Log, { after, head, since, local }: Range): Promise<number> {
  if (after >= head) return after
  const youngest = local(since)
  const known = await eventAt(log, after)
  // If this event is recent enough, so are all later ones, even if a wrong clock stamped them otherwise.
  if (known && known.timestamp >= youngest) return after
  const start = known ? after : await behindForgotten(log, { after, head })
  const young = await firstYoung(log, { after: start, head, youngest })
  return Math.min(young, Math.max(start, since * MICROSECONDS))
}

/**
 * Microseconds per millisecond. Ids in databases are at least the time in microseconds and only grow, so they tell the
 * time even if timestamps went backwards. Smaller ids, as of the memory store, do not.
 */
const MICROSECONDS = 1000

/** For an id that is not in the log: the id before the log's first event, if that is later. */
async function behindForgotten(log: Log, { after, head }: Pick<Range, 'after' | 'head'>): Promise<number> {
  const first = await firstBehind(log, 0)
  return first ? Math.max(after, first._id - 1) : head
}

/** The id before the first event that is recent enough. */
async function firstYoung(
  log: Log,
  { after, head, youngest }: Pick<Range, 'after' | 'head'> & { readonly youngest: string },
): Promise<number> {
  let low = after
  let high = head
  for (let middle = after; low < high; middle = low + Math.floor((high - low) / 2)) {
    const next = await firstBehind(log, middle)
    if (!next || next.timestamp >= youngest) high = middle
    else low = next._id
  }
  return low
}

async function eventAt(log: Log, id: number): Promise<ChangeEvent | undefined> {
  const found = id > 0 ? await firstBehind(log, id - 1) : undefined
  return found?._id === id ? found : undefined
}

async function firstBehind(log: Log, after: number): Promise<ChangeEvent | undefined> {
  for await (const event of log.read({ after, limit: 1 })) return event
  return undefined
}
