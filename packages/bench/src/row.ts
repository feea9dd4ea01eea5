import type { Effort } from './harness.ts'

/** One line of the table: a figure, what it is compared with in the same run, and what it should be. */
export interface Row {
  readonly what: string
  readonly figure: string
  /** The figure over that of the baseline, or the other way round, as `goal` says. */
  readonly ratio?: string
  readonly goal?: string
  /** Whether the goal is met; absent where there is none. */
  readonly met?: boolean
}

/** Rows that are measured together. */
export interface RowGroup {
  readonly title: string
  readonly measure: (effort: Effort) => Promise<Row[]>
}
