import { problem, SignalboxError } from '../../machine/errors/errors.ts'

/**
 * Kinds of failures that a workflow causes itself. `error` (of `catch`) and `when` (of `try`) call them
 * `error.workflow.<kind>`.
 */
export const failureKinds = [
  'kind',
  'operator',
  'function',
  'arguments',
  'members',
  'path',
  'value',
  'raised',
  'jump',
  'cycle',
  'kept',
  'budget',
] as const
/** A kind of failure. */
export type FailureKind = (typeof failureKinds)[number]

/**
 * Creates a failure of a run: INVALID with one problem `error.workflow.<kind>`. `message` says what is wrong and what
 * to do.
 */
export const failed = (kind: FailureKind, message: string, ...args: readonly unknown[]): SignalboxError =>
  new SignalboxError('INVALID', message, { errors: [problem(`error.workflow.${kind}`, ...args)] })

const places = new WeakMap<object, string>()

/** Remembers the node at which a failure occurred; only the first one counts. */
export function failAt(node: string, error: SignalboxError): void {
  if (!places.has(error)) places.set(error, node)
}

/** Returns the node at which a failure occurred; `undefined` if it was outside nodes. */
export const nodeOf = (error: SignalboxError): string | undefined => places.get(error)
