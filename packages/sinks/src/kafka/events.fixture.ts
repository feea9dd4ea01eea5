import type { ChangeEvent } from '@signalbox/core/sinks'

/** A signal that never aborts. */
export const never = new AbortController().signal

/** An event with this id. */
export const eventOf = (id: number, payload: unknown = { id: `key:${id % 10}`, n: id }): ChangeEvent => ({
  _id: id,
  type: 'FEATURE_UPDATED',
  key: `key:${id % 10}`,
  domain: 'Feature',
  payload,
  timestamp: '2026-01-01T00:00:00.000',
})

export const eventsOf = (...ids: readonly number[]): ChangeEvent[] => ids.map((id) => eventOf(id))

/** The ids from `first` to `last`. */
export const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
