import type { ChangeEvent } from '../log/event.ts'
import type { Store } from '../ports.ts'

/** Which part of a log. */
export interface Range {
  /** Behind this id. */
  readonly after: number
  /** Up to this id. */
  readonly head: number
  /** The time, in epoch milliseconds, that no event may be before. */
  readonly since: number
  /** The local time of an instant, as events have it. */
  readonly local: (instant: number) => string
}

type Log = Pick<Store, 'read'>

/**
 * The id behind which a replay begins: that of the last event a reader has, or later where the log has forgotten some of what
 * follows, or where events are too old. The first event that is young enough is found by halving, some fifty events being read at
 * most, however long the log is.
 */
export async function startOfReplay(log: Log, { after, head, since, local }: Range): Promise<number> {
  if (after >= head) return after
  const youngest = local(since)
  const known = await eventAt(log, after)
  // Whatever follows an event of today is of today, though a clock that was wrong may have stamped it otherwise.
  if (known && known.timestamp >= youngest) return after
  const start = known ? after : await behindForgotten(log, { after, head })
  const young = await firstYoung(log, { after: start, head, youngest })
  return Math.min(young, Math.max(start, since * MICROSECONDS))
}

/**
 * Ids of databases are at least the time in microseconds, and only ever grow: they tell the day, too, where timestamps have gone
 * back. Smaller ids, as memory has, tell nothing.
 */
const MICROSECONDS = 1000

/** Of an id that the log does not have: where the log begins, if that is later. */
async function behindForgotten(log: Log, { after, head }: Pick<Range, 'after' | 'head'>): Promise<number> {
  const first = await firstBehind(log, 0)
  return first ? Math.max(after, first._id - 1) : head
}

/** The id that the first event that is young enough follows. */
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
