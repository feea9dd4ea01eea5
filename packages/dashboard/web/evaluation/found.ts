import type { Feature, Segment } from '@signalbox/core/contract'

/** A record that a condition refers to, or why there is none at hand. */
export type Found = Feature | Segment | 'loading' | 'missing' | 'unreadable'

/** Returns what a condition refers to. */
export type Find = (kind: 'feature' | 'segment', id: string) => Found
