import type { Wait } from '@signalbox/core/evaluate'
import { createClosing } from '@signalbox/core/evaluate'
import type { Snapshot, SnapshotStore } from './snapshot.ts'
import { checkSnapshot } from './snapshot.ts'

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
  /** Schedules a save after a change; changes within a second are saved together. */
  changed(): void
  /** Saves pending changes. */
  close(): Promise<void>
}

const GATHER_MS = 1000

/** Creates a keeper over a store. */
export function createSnapshotKeeper({ store, snapshot, wait, report }: KeeperPorts): SnapshotKeeper {
  const closing = createClosing()
  let isChanged = false
  let saving: Promise<void> | undefined

  async function saveAll(): Promise<void> {
    while (isChanged) {
      await wait(GATHER_MS, closing.signal)
      isChanged = false
      try {
        await store.save(JSON.stringify(snapshot()))
      } catch (cause) {
        report(new Error('The snapshot of the flags could not be saved; the next change saves it again', { cause }))
      }
    }
    saving = undefined
  }

  function failed(cause: unknown): void {
    report(new Error('The saved snapshot of the flags cannot be read and is ignored', { cause }))
  }

  return {
    load(take) {
      const read = (text: string | undefined): void => {
        if (text !== undefined) take(checkSnapshot(JSON.parse(text)))
      }
      try {
        const loaded = store.load()
        return loaded instanceof Promise ? loaded.then(read).catch(failed) : read(loaded)
      } catch (cause) {
        return failed(cause)
      }
    },
    changed() {
      isChanged = true
      saving ??= saveAll()
    },
    async close() {
      closing.abort()
      await saving
    },
  }
}
