import type { Snapshot } from './snapshot.ts'

/** Where snapshots of a Signalbox are kept, such as `s3Snapshots()` of `@signalbox/sinks/s3`. */
export interface SnapshotFeed {
  /**
   * Returns the newest snapshot; `undefined` if that is the revision `held`. Rejects if it cannot be read or is invalid: then the
   * flags stay as they are, and it is called again.
   */
  newest(held: number | undefined, signal: AbortSignal): Promise<FeedSnapshot | undefined>
}

/** A snapshot in a feed. */
export interface FeedSnapshot {
  readonly revision: number
  /** The flags whose ids match a list of patterns. */
  flags(patterns: string): Promise<Snapshot>
}
