import type { ReadonlySignal } from '@preact/signals'
import { signal } from '@preact/signals'
import type { AnyRecord, Kind, RecordOf } from './kinds.ts'

/** What the page knows of a record. */
export type Held<T> =
  | { readonly state: 'loading' }
  /** The newest record, its entity tag, and who changed it last if an event said so. */
  | { readonly state: 'ready'; readonly value: T; readonly tag: string; readonly by?: string; readonly at?: number }
  /** There is no such record; `was` is the one that was deleted while the page knew it. */
  | { readonly state: 'missing'; readonly was?: T; readonly by?: string; readonly at?: number }
  /** The call failed: `error` says why (FORBIDDEN, UNAVAILABLE, …). `retry` calls again. */
  | { readonly state: 'failed'; readonly error: unknown; retry(): void }

const held = new Map<string, ReadonlySignal<Held<AnyRecord>>>()

/** A record as a signal: read once, then kept fresh by events. Records that nobody looks at are dropped after a while. */
export function record<K extends Kind>(kind: K, id: string): ReadonlySignal<Held<RecordOf<K>>> {
  const name = `${kind} ${id}`
  const known = held.get(name) ?? signal<Held<AnyRecord>>({ state: 'loading' })
  held.set(name, known)
  return known as ReadonlySignal<Held<RecordOf<K>>>
}
