/** The pure rules of webhook deliveries: batches, retries and bans. */

import type { BatchLimits } from '../machine/log/consumers/next-batch.ts'
import { digest } from '../machine/secrets/secret.ts'

/** A call carries at most 20 events or 1 MiB, and waits up to a second to fill. */
export const batchLimits: BatchLimits = { events: 20, size: 1024 * 1024, linger: 1000 }
/** A webhook is banned after this many consecutive failures. */
export const MOST_FAILURES = 10
/** How many delivery attempts are kept in the history. */
export const HISTORY = 100

/** How far the deliveries to one webhook have got. */
export interface Cursor {
  /** Events up to this id were delivered or did not match the webhook. */
  readonly after: number
  /** The batch being sent. It stays unchanged until it has been delivered. */
  readonly batch?: Batch
  /** Consecutive failures. */
  readonly failures: number
  /** Number of attempts and gaps so far, which is the number of the next history entry. */
  readonly entries: number
  /** The key prefix of the history entries. */
  readonly history: string
}

/** Events sent together under one id. */
export interface Batch {
  readonly id: string
  readonly events: readonly number[]
}

/** The cursor of a new webhook, which starts after this event. */
export const newCursor = (after: number, history: string): Cursor => ({ after, failures: 0, entries: 0, history })

/** Starts a batch. Its id is derived from its contents, so every process computes the same id. */
export function begun(cursor: Cursor, events: readonly number[]): Cursor & { readonly batch: Batch } {
  const id = `msg_${digest(`${cursor.history} ${events[0]} ${events.at(-1)}`).slice(0, 32)}`
  return { ...cursor, batch: { id, events } }
}

/** The cursor after a call: success completes the batch; after a failure it is sent again. */
export function settled({ batch, ...cursor }: Cursor, isDelivered: boolean): Cursor {
  const next = { ...cursor, entries: cursor.entries + 1 }
  if (isDelivered) return { ...next, after: batch?.events.at(-1) ?? cursor.after, failures: 0 }
  return { ...next, failures: cursor.failures + 1, ...(batch && { batch }) }
}

/**
 * Milliseconds to wait after this many consecutive failures: one second, doubled each time, up to a minute, times 0.75
 * to 1 as `chance` goes from 0 to 1.
 */
export const retryDelay = (failures: number, chance: number): number =>
  Math.min(60_000, 1000 * 2 ** (failures - 1)) * (0.75 + 0.25 * chance)

/** The key of a history entry. Keys are reused, so a new entry overwrites the oldest. */
export const placeOf = ({ history }: Cursor, entry: number): string =>
  `${history}/${String(entry % HISTORY).padStart(2, '0')}`
