import type { Feature } from '@signalbox/core/contract'
import { api } from './api.ts'

/** A record of a kind that has a screen. More members than these depend on the kind. */
export interface AnyRecord {
  readonly id: string
}

/** Members that only make sense together, the first of which decides: two edits of them are not mixed. */
type Together = readonly (readonly string[])[]

const byStrategy: Together = [['activationStrategy', 'parameters']]
const apart: Together = []

/** The kinds of records that the dashboard edits: their domain, and the operations that read and write them. */
export const kinds = {
  features: { domain: 'Feature', operations: api.features, noun: 'feature', together: byStrategy },
  segments: { domain: 'Segment', operations: api.segments, noun: 'segment', together: apart },
} as const

/** The name of a kind, as in `api.features`. */
export type Kind = keyof typeof kinds

/** The record of a kind. */
export type RecordOf<K extends Kind> = K extends 'features'
  ? Feature
  : Awaited<ReturnType<(typeof kinds)[K]['operations']['get']>>
