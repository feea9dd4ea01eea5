import type { UsageBatch } from '@signalbox/core/gateway'

/** What a batch reports. */
export type Counted = Pick<UsageBatch, 'entries' | 'quotas' | 'due'>

/** Divides what was counted into parts with so many entries at most, and so many quotas. Returns at least one. */
export function inChunks({ entries, quotas, due }: Counted, most: number): Counted[] {
  const count = Math.max(1, Math.ceil(entries.length / most), Math.ceil(quotas.length / most))
  return Array.from({ length: count }, (_, i) => {
    const part = <T>(list: readonly T[]) => list.slice(i * most, (i + 1) * most)
    return { entries: part(entries), quotas: part(quotas), due: i === 0 ? due : [] }
  })
}
