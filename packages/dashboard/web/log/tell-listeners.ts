/**
 * Calls each listener with each event, in their order. A listener that throws does not keep the others from their
 * events. Returns whether none has thrown.
 */
export function tellListeners<E>(
  events: readonly E[],
  listeners: Iterable<(event: E) => void>,
  report: (error: unknown) => void,
): boolean {
  let isComplete = true
  for (const event of events)
    for (const listener of listeners)
      try {
        listener(event)
      } catch (error) {
        isComplete = false
        report(error)
      }
  return isComplete
}
