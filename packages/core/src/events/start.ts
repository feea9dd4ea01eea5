const known = new WeakMap<object, number>()

/** Remembers behind which event a stream of events begins. */
export function startingAt<T extends object>(events: T, id: number | undefined): T {
  if (id !== undefined) known.set(events, id)
  return events
}

/**
 * The id behind which a stream of events begins, in process and over HTTP (there the header `Last-Event-Id` of the answer). More
 * than what was asked for, or less, when the log has not all of it: then look at the records again. `undefined` for anything else.
 */
export const startOf = (events: object): number | undefined => known.get(events)
