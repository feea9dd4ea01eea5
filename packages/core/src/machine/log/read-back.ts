import type { PastEvents, Reads } from '../../ports.ts'
import type { ChangeEvent } from './event.ts'

type Log = Pick<Reads, 'read' | 'readBack' | 'head'>

const MOST_EVENTS = 1000
/** How many ids the first step covers. */
const FIRST = 100
const FACTOR = 8

/**
 * Committed events from the newest to the oldest. From a store that cannot read backwards, they are read forwards in
 * steps, which are wider where ids are sparse.
 */
export const readBack = (log: Log, options: PastEvents = {}): AsyncIterable<ChangeEvent> =>
  log.readBack?.(options) ?? inSteps(log, options)

async function* inSteps(log: Log, { before, key, limit = Number.POSITIVE_INFINITY }: PastEvents) {
  const head = await log.head()
  const oldest = (await firstOf(log))?._id ?? head + 1
  let end = Math.min(before ?? head + 1, head + 1)
  let width = FIRST
  for (let left = limit; left > 0 && end > oldest; ) {
    const start = Math.max(oldest, end - width)
    const events = await between(log, start, end)
    if (events.length > MOST_EVENTS) {
      width = Math.max(1, Math.floor(width / FACTOR))
      continue
    }
    for (const event of events.reverse()) if ((key === undefined || event.key === key) && left-- > 0) yield event
    end = start
    if (events.length < MOST_EVENTS / FACTOR) width *= FACTOR
  }
}

/** The events from one id to before another; those after the first 1,001 are left out. */
async function between(log: Log, start: number, end: number): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  for await (const event of log.read({ after: start - 1, limit: MOST_EVENTS + 1 })) {
    if (event._id >= end) break
    events.push(event)
  }
  return events
}

/** The oldest event of a log, or `undefined`. */
export async function firstOf(log: Pick<Reads, 'read'>): Promise<ChangeEvent | undefined> {
  for await (const event of log.read({ after: 0, limit: 1 })) return event
  return undefined
}
