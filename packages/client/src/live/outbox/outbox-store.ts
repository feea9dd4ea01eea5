import type { Context } from '@signalbox/core/evaluate'

/** An event of a client: it saw its variant of an experiment (`displayed`) or reached the goal (`won`). */
export interface Happened {
  readonly kind: 'displayed' | 'won'
  readonly id: string
  readonly clientId: string
  /** What is known of the client, for the audience. */
  readonly context?: Context
}

/** An event in the queue. */
export interface Queued extends Happened {
  /** The same for every attempt, so that the server counts the event once. */
  readonly idempotencyKey: string
}

/**
 * Persists `displayed` and `won` until the server has received them, so that another program can send them if this one
 * is killed. Errors thrown here are reported and do not fail any call, because the events are also in memory.
 */
export interface OutboxStore {
  /**
   * Returns what earlier programs added but never removed, in order. Called once, before anything else; entries added
   * before it resolves are not included. Pass unreadable entries to `report` and skip them.
   */
  load(report: (error: unknown) => void): readonly Queued[] | Promise<readonly Queued[]>
  /** Persists one more entry. It must be safe once this returns, so this should be fast. */
  add(queued: Queued): void
  /** Removes an entry that the server has accepted or refused. */
  remove(queued: Queued): void
  /** Closes the store. Nothing is added or removed afterwards. */
  close?(): void
}
