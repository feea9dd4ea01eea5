import { type Problem, problem } from '../machine/errors/errors.ts'
import type { UsageBatch } from './usage-batch.ts'
import { quotaKey } from './usage-keys.ts'

/**
 * How many requests of a consumer may be in progress in the data planes of a gateway key before these have reported any: they
 * count for a quota when they begin, and are reported when they end.
 */
export const MOST_IN_PROGRESS = 10_000

/** What a batch adds too much to quotas by JSON pointer, the most that it adds to one, and what later batches may add. */
export interface QuotaRoom {
  readonly problems: Readonly<Record<string, readonly Problem[]>>
  readonly most: number
  readonly room: number
}

/**
 * Compares what a batch adds to quotas with the requests that data planes with its gateway key have reported. A request adds 1
 * to a quota at most, and may be taken back once. `before` is the room that earlier batches left. Pure.
 */
export function quotaRoom(
  { entries, quotas }: Pick<UsageBatch, 'entries' | 'quotas'>,
  before: number = MOST_IN_PROGRESS,
): QuotaRoom {
  const room = Math.min(
    Number.MAX_SAFE_INTEGER,
    entries.reduce((sum, { requests }) => sum + 2 * requests, before),
  )
  const sums = new Map<string, number>()
  const problems: Record<string, readonly Problem[]> = {}
  let most = 0
  for (const [i, { period, key, used }] of quotas.entries()) {
    const place = quotaKey(period, key)
    const sum = Math.abs(used) + (sums.get(place) ?? 0)
    sums.set(place, sum)
    if (sum > room) problems[`/quotas/${i}/used`] = [problem('error.maximum', room)]
    else most = Math.max(most, sum)
  }
  return { problems, most, room: room - most }
}
