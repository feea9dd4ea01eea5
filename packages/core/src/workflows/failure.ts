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
  'members',
  'path',
  'value',
  'raised',
  'jump',
  'cycle',
  'kept',
  'budget',
] as const
/** What went wrong. */
export type FailureKind = (typeof failureKinds)[number]

/** A failure of a run: INVALID with one problem `error.workflow.<kind>`; the sentence names the thing and the way out. */
export const failed = (kind: FailureKind, message: string, ...args: readonly unknown[]): SignalboxError =>
  new SignalboxError('INVALID', message, { errors: [problem(`error.workflow.${kind}`, ...args)] })

const places = new WeakMap<object, string>()

/** Remembers at which node a failure began: the first one told of. */
export function failAt(node: string, error: SignalboxError): void {
  if (!places.has(error)) places.set(error, node)
}

/** The node at which a failure began; `undefined` for one outside of nodes. */
export const nodeOf = (error: SignalboxError): string | undefined => places.get(error)
