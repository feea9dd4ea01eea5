import type { ErrorCode } from '../machine/errors/errors.ts'

/** A run of a workflow that has ended, or was refused. */
export interface WorkflowEnd {
  /** The id of the workflow; `_test` for one that is not saved. */
  readonly workflow: string
  readonly ms: number
  readonly steps: number
  /** Why it failed; absent if it succeeded. */
  readonly error?: ErrorCode
  /** The budget that it exceeded, or `expression` if a single expression took too long. */
  readonly budget?: string
}

/** Observes workflows. */
export interface WorkflowTelemetry {
  /** A workflow has ended, or was refused because too many were running. */
  workflowEnded?(end: WorkflowEnd): void
}
