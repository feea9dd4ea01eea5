/** The thinking of deliveries (decisions 7.3): values in, values out. */

import { compilePattern } from '../keys/pattern.ts'
import type { BatchLimits } from '../log/consumers/gather.ts'
import type { ChangeEvent } from '../log/event.ts'
import { digest } from '../secret.ts'
import type { StoredWebhook } from './webhook.ts'

/** One call carries at most 20 events or 1 MiB, and waits a second for them. */
export const batchLimits: BatchLimits = { events: 20, size: 1024 * 1024, linger: 1000 }
/** After so many failures in a row a web hook is banned. */
export const MOST_FAILURES = 10
/** How many attempts are remembered. */
export const HISTORY = 100

/** What is known of the deliveries to one web hook. */
export interface Cursor {
  /** Events up to this one have arrived, or were not for the hook. */
  readonly after: number
  /** What is being sent. It stays as it is until it has arrived. */
  readonly batch?: Batch
  /** In a row. */
  readonly failures: number
  /** So many attempts and gaps there were: the number of the next one. */
  readonly entries: number
  /** What the entries are kept under. */
  readonly history: string
}

/** Events that are sent together, under one id. */
export interface Batch {
  readonly id: string
  readonly events: readonly number[]
}

/** The cursor of a new web hook: it begins behind this event. */
export const newCursor = (after: number, history: string): Cursor => ({ after, failures: 0, entries: 0, history })

/** Whether a web hook is to be sent an event: all that its lists select, and never news of itself. */
export function accepts({ clientId, domains, patterns, types }: StoredWebhook): (event: ChangeEvent) => boolean {
  const wanted: { readonly [K in 'domain' | 'type']: ReadonlySet<string> } = {
    domain: new Set(domains),
    type: new Set(types),
  }
  const pattern = patterns.length > 0 ? compilePattern(patterns.join(',')) : undefined
  return ({ domain, type, key }) =>
    (wanted.domain.size === 0 || wanted.domain.has(domain)) &&
    (wanted.type.size === 0 || wanted.type.has(type)) &&
    (pattern === undefined || pattern.matches(key)) &&
    !(domain === 'Webhook' && key === clientId)
}

/** Begins a batch: its id follows from what it is, whoever sends it. */
export function begun(cursor: Cursor, events: readonly number[]): Cursor & { readonly batch: Batch } {
  const id = `msg_${digest(`${cursor.history} ${events[0]} ${events.at(-1)}`).slice(0, 32)}`
  return { ...cursor, batch: { id, events } }
}

/** After a success: the batch has arrived. After a failure: it is still to be sent. */
export function settled({ batch, ...cursor }: Cursor, isDelivered: boolean): Cursor {
  const next = { ...cursor, entries: cursor.entries + 1 }
  if (isDelivered) return { ...next, after: batch?.events.at(-1) ?? cursor.after, failures: 0 }
  return { ...next, failures: cursor.failures + 1, ...(batch && { batch }) }
}

/** How long to wait after so many failures in a row: a second, doubled each time, a minute at most; a quarter of it by `chance` (0 to 1). */
export const retryDelay = (failures: number, chance: number): number =>
  Math.min(60_000, 1000 * 2 ** (failures - 1)) * (0.75 + 0.25 * chance)

/** The place of an entry among the last ones: an older one has to go. */
export const placeOf = ({ history }: Cursor, entry: number): string =>
  `${history}/${String(entry % HISTORY).padStart(2, '0')}`
