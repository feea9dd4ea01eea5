import type { ChangeEvent } from '../machine/log/event.ts'
import type { Reads } from '../ports.ts'

type Log = Pick<Reads, 'read'>

/** A range of a log, and what its later events have in common. */
export interface Search {
  /** Events after this id. */
  readonly after: number
  /** Events up to this id. */
  readonly head: number
  readonly accept: (event: ChangeEvent) => boolean
}

/**
 * The id before the first accepted event, if all events after it are accepted as well; `head` if there is none. Halves the
 * range again and again: reads about 50 events, however long the log is. If few events are out of order, it most likely does
 * not meet them.
 */
export async function firstWhere(log: Log, { after, head, accept }: Search): Promise<number> {
  let low = after
  let high = head
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2)
    const next = await firstAfter(log, middle)
    if (!next || accept(next)) high = middle
    else low = next._id
  }
  return low
}

/** The first event after an id, or `undefined`. */
export async function firstAfter(log: Log, after: number): Promise<ChangeEvent | undefined> {
  for await (const event of log.read({ after, limit: 1 })) return event
  return undefined
}
