import type { Wait } from '@signalbox/core/evaluate'
import type { Snapshot, SnapshotStore } from './snapshot.ts'

interface KeeperPorts {
  readonly store: SnapshotStore
  readonly snapshot: () => Snapshot
  readonly wait: Wait
  readonly report: (error: unknown) => void
}

/** Keeps the last good state over restarts. */
export interface SnapshotKeeper {
  /** What was saved last; `undefined` when there is nothing, or nothing that can be read, which is reported. At once when the store answers at once. */
  load(): Snapshot | undefined | Promise<Snapshot | undefined>
  /** Something has changed: saves it, together with what changes within a second. */
  changed(): void
  /** Saves what has changed. */
  close(): Promise<void>
}

const GATHER_MS = 1000

/** A keeper over a store. */
export function keepSnapshot({ store, snapshot, wait, report }: KeeperPorts): SnapshotKeeper {
  const closing = new AbortController()
  let isChanged = false
  let saving: Promise<void> | undefined

  async function saveAll(): Promise<void> {
    while (isChanged) {
      await wait(GATHER_MS, closing.signal)
      isChanged = false
      try {
        await store.save(JSON.stringify(snapshot()))
      } catch (cause) {
        report(new Error('The flags could not be saved; they will be with the next change', { cause }))
      }
    }
    saving = undefined
  }

  function read(text: string | undefined): Snapshot | undefined {
    if (text === undefined) return undefined
    try {
      return check(JSON.parse(text))
    } catch (cause) {
      return failed(cause)
    }
  }

  function failed(cause: unknown): undefined {
    report(new Error('The saved flags cannot be read and are passed over', { cause }))
  }

  return {
    load() {
      try {
        const loaded = store.load()
        return loaded instanceof Promise ? loaded.then(read, failed) : read(loaded)
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

/** A text that is JSON but no snapshot must not count as one without flags. */
function check(value: unknown): Snapshot {
  const { features, configs, experiments } = (value ?? {}) as Partial<Record<keyof Snapshot, unknown>>
  if ([features, configs, experiments].every(isRecords)) return value as Snapshot
  throw new TypeError('A snapshot has lists of features, configs and experiments, each with an id')
}

const isRecords = (list: unknown): boolean =>
  Array.isArray(list) && list.every((record) => typeof (record as { id?: unknown } | null)?.id === 'string')
