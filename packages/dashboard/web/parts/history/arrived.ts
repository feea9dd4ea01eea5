import type { ChangeEvent } from '@signalbox/core/contract'

type Numbered = Pick<ChangeEvent, '_id'>

/** A first page of events, the newest first, with the events that arrived while it was read. Each is listed once. */
export function withArrived<E extends Numbered>(page: readonly E[], arrived: readonly E[]): E[] {
  const newest = page[0]?._id ?? 0
  const newer = arrived.filter(({ _id }) => _id > newest)
  return [...newer.toSorted((one, other) => other._id - one._id), ...page]
}
