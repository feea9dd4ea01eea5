import type { OutboxStore, Queued } from './outbox-store.ts'

/** Wraps a store so that its failures are reported instead of thrown. Repeated failures are reported once. */
export function safely(store: OutboxStore, report: (error: unknown) => void) {
  let isBroken = false

  function attempt(work: () => void): void {
    try {
      work()
      isBroken = false
    } catch (cause) {
      if (!isBroken)
        report(new Error('The outbox cannot be written: queued entries are lost if the program is killed', { cause }))
      isBroken = true
    }
  }

  return {
    async load(): Promise<readonly Queued[]> {
      try {
        return await store.load(report)
      } catch (cause) {
        report(new Error('The outbox cannot be read: the entries of an earlier program are not sent', { cause }))
        return []
      }
    },
    add: (queued: Queued) => attempt(() => store.add(queued)),
    remove: (queued: Queued) => attempt(() => store.remove(queued)),
    close: () => attempt(() => store.close?.()),
  }
}
