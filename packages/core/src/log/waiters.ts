/** Who waits until something has got as far as an event. */
export interface Waiters {
  /** Resolves when `release` is called for this id or a later one. */
  until(eventId: number): Promise<void>
  /** Lets everybody go on who waits for events up to this one. */
  release(eventId: number): void
}

/** Nobody waits yet. */
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
