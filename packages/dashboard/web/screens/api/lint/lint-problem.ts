/** A problem of an API: how bad it is, where it is, and what it is as a sentence. */
export interface LintProblem {
  readonly severity: 'error' | 'warning' | 'info'
  /** A JSON Pointer into the API. */
  readonly pointer: string
  readonly message: string
  /** For warnings of the compiler: a stable code. */
  readonly code?: string
}
