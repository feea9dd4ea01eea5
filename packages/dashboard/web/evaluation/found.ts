import type { Feature, Segment } from '@signalbox/core/contract'

/** A record that a condition refers to, or why there is none at hand. `forbidden`: the caller may not read it. */
export type Found = Feature | Segment | Unread | 'loading' | 'missing' | 'forbidden'

/** The call that reads a record failed. */
export interface Unread {
  /** Reads it again. */
  retry(): void
}

/** Whether reading a record failed. */
export const isUnread = (found: Exclude<Found, string>): found is Unread => 'retry' in found

/** Returns what a condition refers to. */
export type Find = (kind: 'feature' | 'segment', id: string) => Found
