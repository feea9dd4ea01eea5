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

/** The operations that every kind has, for code that works with records of any kind. */
export interface Operations {
  get(input: { id: string }): Promise<AnyRecord>
  create(input: { body: AnyRecord }): Promise<AnyRecord>
  patch(input: { id: string; body: unknown }, options?: { ifMatch?: string }): Promise<AnyRecord>
  replace(input: { id: string; body: AnyRecord }, options?: { ifMatch?: string }): Promise<AnyRecord>
  delete(input: { id: string }, options?: { ifMatch?: string }): Promise<AnyRecord>
  deleteMany(input: { pattern: string }): Promise<{ readonly count: number }>
  list(input: { pattern: string; pageSize: number }): Promise<{ readonly results: readonly AnyRecord[] }>
  export(input: object): Promise<AsyncIterable<AnyRecord>>
  import(
    input: { body: readonly object[]; strategy: 'Keep' | 'Replace'; dryRun: boolean },
    options?: { signal?: AbortSignal },
  ): Promise<{ readonly success: number; readonly errors: { readonly errors: readonly Problem[] } }>
}

/** What is wrong with an uploaded line. */
export interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** The operations of a kind. */
export const operationsOf = (kind: Kind): Operations => kinds[kind].operations as unknown as Operations

/** The name of a kind, as in `api.features`. */
export type Kind = keyof typeof kinds

/** The record of a kind. */
export type RecordOf<K extends Kind> = K extends 'features'
  ? Feature
  : Awaited<ReturnType<(typeof kinds)[K]['operations']['get']>>
