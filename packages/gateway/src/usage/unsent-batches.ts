import type { QuotaUse, UsageBatch } from '@signalbox/core/gateway'
import { type BatchSize, type Counted, GAP, halve, inChunks } from './batch-size.ts'

/** Batches that were taken from the counters and are not confirmed, in memory. */
export interface UnsentBatches {
  /** The oldest batch; `undefined` if nothing was counted. */
  next(): UsageBatch | undefined
  /** Removes the oldest batch. Returns its quotas. */
  done(): readonly QuotaUse[]
  /** Divides the oldest batch, which is too large for the control plane. `false` if it cannot be divided. */
  split(): boolean
}

interface UnsentOptions {
  readonly instance: string
  readonly size: BatchSize
  /** Takes what was counted, with so many entries at most. */
  readonly take: (count: number) => Counted | undefined
}

/** Creates an empty list, which takes more of what was counted when it is empty. */
export function unsentBatches({ instance, size, take }: UnsentOptions): UnsentBatches {
  let batches: UsageBatch[] = []
  let done: UsageBatch | undefined
  let seq = 0

  function fill(): void {
    const counted = take(size.count)
    if (!counted) return
    batches = inChunks(counted, size).map((chunk) => {
      seq += GAP
      return { instance, seq, ...chunk }
    })
  }

  return {
    next() {
      if (batches.length === 0) fill()
      return batches[0]
    },
    done() {
      done = batches.shift()
      return done?.quotas ?? []
    },
    split() {
      const [first, ...rest] = batches
      const halves = first && halve(first, done)
      if (!halves) return false
      batches = [...halves, ...rest]
      return true
    },
  }
}
