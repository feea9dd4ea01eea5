/** Waits for the processing of events. */
export interface Waiters {
  /** Resolves when `release` is called for this id or a later one. */
  until(eventId: number): Promise<void>
  /** Resolves the waiting calls for this id and earlier ones. */
  release(eventId: number): void
}

/** Creates an empty set of waiters. */
export function createWaiters(): Waiters {
  let waiting: { readonly id: number; readonly resolve: () => void }[] = []
  return {
    until: (id) => new Promise((resolve) => waiting.push({ id, resolve })),
    release(id) {
      if (waiting.length === 0) return
      const done = waiting.filter((one) => one.id <= id)
      waiting = waiting.filter((one) => one.id > id)
      for (const { resolve } of done) resolve()
    },
  }
}
