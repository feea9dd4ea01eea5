import { createClosing, type Wait } from '@signalbox/core/evaluate'
import { checkSnapshot, type Snapshot, type SnapshotStore } from './snapshot.ts'

interface KeeperPorts {
  readonly store: SnapshotStore
  readonly snapshot: () => Snapshot
  readonly wait: Wait
  readonly report: (error: unknown) => void
}

/** Persists the last good state across restarts. */
export interface SnapshotKeeper {
  /**
   * Passes the last saved snapshot to `take`, if there is one. Snapshots that cannot be read or applied are reported.
   * Synchronous if the store is.
   */
  load(take: (saved: Snapshot) => void): void | Promise<void>
  /**
   * Saves a change at once, unless another was saved within a second: then all changes of that second are saved
   * together.
   */
  changed(): void
  /** Saves pending changes. */
  close(): Promise<void>
}

/** The pause between two saves. A change is as old as this, and the time of a save, before it outlives the process. */
const PAUSE_MS = 1000

/** Creates a keeper over a store. */
export function createSnapshotKeeper({ store, snapshot, wait, report }: KeeperPorts): SnapshotKeeper {
  const closing = createClosing()
  let isLoaded = false
  let isChanged = false
  let saving: Promise<void> | undefined

  async function saveAll(): Promise<void> {
    while (isChanged) {
      isChanged = false
      try {
        await store.save(JSON.stringify(snapshot()))
      } catch (cause) {
        report(new Error('The snapshot of the flags could not be saved; the next change saves it again', { cause }))
      }
      await wait(PAUSE_MS, closing.signal)
    }
    saving = undefined
  }

  /** What was saved must not be replaced by a bootstrap before it is read. */
  function begin(): void {
    isLoaded = true
    if (isChanged) saving ??= saveAll()
  }

  function failed(cause: unknown): void {
    report(new Error('The saved snapshot of the flags cannot be read and is ignored', { cause }))
  }

  return {
    load(take) {
      const read = (text: string | undefined): void => {
        if (text === undefined) return
        take(checkSnapshot(JSON.parse(text)))
        isChanged = false
      }
      try {
        const loaded = store.load()
        if (loaded instanceof Promise) return loaded.then(read).catch(failed).then(begin)
        read(loaded)
      } catch (cause) {
        failed(cause)
      }
      begin()
    },
    changed() {
      isChanged = true
      if (isLoaded) saving ??= saveAll()
    },
    async close() {
      closing.abort()
      await saving
    },
  }
}
