import type { QuotaUse, UsageBatch, UsageEntry } from '@signalbox/core/gateway'
import { type BatchSize, GAP, inChunks } from './batch-size.ts'
import { createUsageEntries } from './usage-entries.ts'

interface MergeOptions {
  /** The begin of the hour of an instant. */
  readonly hourOf: (instant: number) => number
  /** The most that a batch reports. */
  readonly size: BatchSize
}

/**
 * Merges batches of one instance, whose numbers follow each other, into as many at most: the minutes of an hour become one entry. The
 * last of them has the number of the last one given.
 */
export function mergeBatches(batches: readonly UsageBatch[], { hourOf, size }: MergeOptions): UsageBatch[] {
  const { instance = '', seq = 0 } = batches.at(-1) ?? {}
  const entries = createUsageEntries({ most: Number.POSITIVE_INFINITY, hourOf, onMerge: () => {} })
  const quotas = new Map<string, QuotaUse>()
  const due = new Set<string>()
  for (const batch of batches) {
    for (const entry of batch.entries) entries.add({ ...entry, minute: hourOf(entry.minute) } satisfies UsageEntry)
    for (const quota of batch.quotas) {
      const place = `${quota.period} ${quota.key}`
      quotas.set(place, { ...quota, used: quota.used + (quotas.get(place)?.used ?? 0) })
    }
    for (const one of batch.due) due.add(one)
  }
  const used = [...quotas.values()].filter((one) => one.used !== 0)
  const chunks = inChunks({ entries: entries.take(entries.size), quotas: used, due: [...due] }, size)
  // Numbers below the batches' may be taken.
  if (chunks.length > batches.length) return [...batches]
  return chunks.map((chunk, i) => ({ instance, seq: seq - (chunks.length - 1 - i) * GAP, ...chunk }))
}
