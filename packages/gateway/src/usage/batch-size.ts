import type { UsageBatch } from '@signalbox/core/gateway'

/** What a batch reports. */
export type Counted = Pick<UsageBatch, 'entries' | 'quotas' | 'due'>

/** The most that one batch may report. */
export interface BatchSize {
  /** Entries, quotas and credentials together. Control planes store up to 1,000 in one commit. */
  readonly count: number
  /** Characters of JSON. A batch with a single larger value exceeds it. */
  readonly length: number
}

/** About 128 KiB, far below the smallest usual limits of bodies. */
export const usualSize: BatchSize = { count: 1000, length: 128 * 1024 }

/** How many numbers lie between two batches. The parts of a batch that is too large take numbers before its own. */
export const GAP = 1024

/** Divides what was counted into parts of at most this size. Returns at least one. */
export function inChunks({ entries, quotas, due }: Counted, size: BatchSize): Counted[] {
  const chunks = [{ entries: [] as unknown[], quotas: [] as unknown[], due: [] as unknown[] }]
  let count = 0
  let length = 0
  function put(list: keyof Counted, one: unknown): void {
    const more = JSON.stringify(one).length + 1
    if (count === size.count || (count > 0 && length + more > size.length)) {
      chunks.push({ entries: [], quotas: [], due: [] })
      count = 0
      length = 0
    }
    chunks.at(-1)?.[list].push(one)
    count++
    length += more
  }
  for (const one of entries) put('entries', one)
  for (const one of quotas) put('quotas', one)
  for (const one of due) put('due', one)
  return chunks as unknown as Counted[]
}

/**
 * Halves a batch of which the control plane takes no more at once. The second half has the number of the batch: if the
 * batch had been stored before, both halves are ignored. `before` is the batch of the same instance before it, if it is
 * near. `undefined` for a batch of one value.
 */
export function halve(batch: UsageBatch, before: UsageBatch | undefined): [UsageBatch, UsageBatch] | undefined {
  const { entries, quotas, due, seq } = batch
  const room = Math.min(GAP, before ? seq - before.seq : seq % GAP || GAP)
  const count = entries.length + quotas.length + due.length
  if (count < 2 || room < 2) return undefined
  const half = count >> 1
  const part = (from: number, to: number) => {
    const cut = <T>(list: readonly T[], at: number) => list.slice(Math.max(0, from - at), Math.max(0, to - at))
    return {
      ...batch,
      entries: cut(entries, 0),
      quotas: cut(quotas, entries.length),
      due: cut(due, entries.length + quotas.length),
    }
  }
  return [{ ...part(0, half), seq: seq - room / 2 }, part(half, count)]
}
