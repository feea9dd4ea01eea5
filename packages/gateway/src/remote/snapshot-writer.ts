import type { Report, SealingKey } from '@signalbox/core/gateway'
import type { GatewayState } from '../state/state.ts'
import { writeSnapshot } from './disk-snapshot.ts'
import type { SnapshotFormat } from './snapshot-format.ts'

/** What is written. */
export interface Written {
  readonly format: SnapshotFormat
  /** The sealed units as JSON. Asked when they are written. */
  readonly texts: () => Iterable<string>
  readonly revision: number
  /** When the control plane had nothing newer, in epoch milliseconds. */
  readonly at: number
}

/** Writes snapshots, at most every five seconds. */
export interface SnapshotWriter {
  changed(next: Written): void
  /** Writes what is not written yet. */
  flush(): Promise<void>
}

interface WriterPorts {
  readonly state: GatewayState
  readonly sealing: () => Promise<SealingKey>
  /** Writes what must be on the disk before a snapshot that was there later. */
  readonly keepFirst: (() => Promise<void>) | undefined
  /** Receives the snapshot that the next process would find. */
  readonly onWritten: (written: Pick<Written, 'revision' | 'at'>) => void
  /** Receives the first failure in a row. */
  readonly report: Report
}

const PAUSE_MS = 5000

/** Creates a writer. The first change is written at once. */
export function createSnapshotWriter({ state, sealing, keepFirst, onWritten, report }: WriterPorts): SnapshotWriter {
  let pending: Written | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  let isFailing = false

  async function write(): Promise<void> {
    const next = pending
    pending = undefined
    if (!next) return
    try {
      // What changes meanwhile belongs to the next snapshot.
      const texts = [...next.texts()]
      await keepFirst?.()
      await writeSnapshot(state, await sealing(), { ...next, texts })
      isFailing = false
      onWritten(next)
    } catch (cause) {
      if (!isFailing) report(new Error('The snapshot could not be kept; the next change keeps it again', { cause }))
      isFailing = true
    }
  }

  function begin(): void {
    writing = write()
    timer = setTimeout(() => {
      timer = undefined
      if (pending) begin()
    }, PAUSE_MS)
    ;(timer as unknown as { unref?: () => void }).unref?.()
  }

  return {
    changed(next) {
      pending = next
      if (!timer) begin()
    },
    async flush() {
      clearTimeout(timer)
      timer = undefined
      await writing
      await write()
    },
  }
}
