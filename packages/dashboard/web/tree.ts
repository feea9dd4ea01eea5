import type { ReadonlySignal } from '@preact/signals'
import type { Kind } from './kinds.ts'

/** One entry of the index of a kind: enough to draw a row. */
export interface Entry {
  readonly id: string
  readonly enabled?: boolean
  /** The strategy of a feature. */
  readonly strategy?: string
}

/** A row of a tree: a record, or a group of records whose ids begin alike. */
export interface Row {
  /** The id, or the prefix of a group without its colon. */
  readonly key: string
  /** The last segment. */
  readonly name: string
  readonly level: number
  /** Present for groups: how many records are below, and whether they are shown. */
  readonly group?: { readonly count: number; readonly isOpen: boolean }
  /** Present for records. A key can be both a record and a group. */
  readonly entry?: Entry
}

/** All records of a kind, in the order of keys, kept fresh by events. */
export interface Index {
  /** How many records there are; grows while they load. */
  readonly size: ReadonlySignal<number>
  readonly state: ReadonlySignal<'idle' | 'loading' | 'complete' | 'partial' | 'failed'>
  /** Rises with every change: read it to be redrawn. */
  readonly version: ReadonlySignal<number>
  find(id: string): Entry | undefined
  /** Ids that contain all words and pass all filters (`strategy:percentage`, `is:off`, `tag:beta`). */
  search(words: string, limit?: number): readonly Entry[]
  /** The rows to show: of the open groups, or with words only hits and the groups above them. */
  rows(open: ReadonlySet<string>, words: string): readonly Row[]
}

/** The index of a kind. The first call loads it. */
export function index(kind: Kind): Index {
  throw new Error(`There is no index of ${kind} yet`)
}
