import type { Effort } from './harness.ts'

/** One row of the table: a figure, its baseline in the same run, and its goal. */
export interface Row {
  readonly what: string
  readonly figure: string
  /** The figure divided by the baseline, or the reverse, as `goal` says. */
  readonly ratio?: string
  readonly goal?: string
  /** Whether the goal is met; `undefined` if there is none. */
  readonly met?: boolean
}

/** Rows that are measured together. */
export interface RowGroup {
  readonly title: string
  readonly measure: (effort: Effort) => Promise<Row[]>
}
