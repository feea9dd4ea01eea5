import type { Store } from '../ports.ts'
import type { ChangeEvent } from './event.ts'

/** Which part of a log. */
export interface Range {
  /** Behind this id. */
  readonly after: number
  /** Up to this id. */
  readonly head: number
  /** The local time, as events have it, that no event may be before. */
  readonly since: string
}

/**
 * The id behind which a reader goes on who asks for more than they may have: the first event behind `after` that is young
 * enough follows it. It is found by halving, some fifty events being read at most, however long the log is.
 */
export async function notBefore(store: Pick<Store, 'read'>, { after, head, since }: Range): Promise<number> {
  let low = after
  let high = head
  for (let middle = after; low < high; middle = low + Math.floor((high - low) / 2)) {
    const next = await firstBehind(store, middle)
    if (!next || next.timestamp >= since) high = middle
    else low = next._id
  }
  return low
}

async function firstBehind(store: Pick<Store, 'read'>, after: number): Promise<ChangeEvent | undefined> {
  for await (const event of store.read({ after, limit: 1 })) return event
  return undefined
}
