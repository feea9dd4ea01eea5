import { problem, SignalboxError } from '../errors.ts'

/**
 * What can go wrong in a run by the workflow's own doing, and what `error` (of `catch`) and `when` (of `try`) call it:
 * `error.workflow.<kind>`.
 */
export const failureKinds = [
  'kind',
  'operator',
  'function',
  'arguments',
  'path',
  'value',
  'raised',
  'jump',
  'cycle',
  'budget',
] as const
/** What went wrong. */
export type FailureKind = (typeof failureKinds)[number]

/** A failure of a run: INVALID with one problem `error.workflow.<kind>`; the sentence names the thing and the way out. */
export const failed = (kind: FailureKind, message: string, ...args: readonly unknown[]): SignalboxError =>
  new SignalboxError('INVALID', message, { errors: [problem(`error.workflow.${kind}`, ...args)] })
