import type { Operation } from '../../operation.ts'
import { SignalboxError } from '../errors/errors.ts'

/**
 * Adds the members that an operation's `failureMembers` returns. An error that is not a `SignalboxError` becomes
 * INTERNAL, without its details.
 */
export function withFailureMembers(
  { failureMembers }: Operation,
  error: unknown,
  input: Readonly<Record<string, unknown>>,
): unknown {
  if (!failureMembers) return error
  const failure =
    error instanceof SignalboxError
      ? error
      : new SignalboxError('INTERNAL', 'Internal error; the service has logged the details', { cause: error })
  const added = failureMembers(failure, input)
  if (!added) return error
  const { code, message, errors, fieldErrors, retryAfter, members } = failure
  return new SignalboxError(code, message, {
    errors,
    fieldErrors,
    ...(retryAfter !== undefined && { retryAfter }),
    cause: error,
    members: { ...added, ...members },
  })
}
