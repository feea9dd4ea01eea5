import { SignalboxError } from '../errors.ts'
import type { Operation } from '../operation.ts'

/**
 * The same failure, with the members that OFREP asks for where the operation is one of its: `key`, `errorCode` and
 * `errorDetails`. One that is no `SignalboxError` keeps its details to itself.
 */
export function withOfrepMembers(
  { errorCodes }: Operation,
  error: unknown,
  { key }: Readonly<Record<string, unknown>>,
): unknown {
  if (!errorCodes) return error
  const { code, message, errors, fieldErrors, retryAfter, members } =
    error instanceof SignalboxError
      ? error
      : new SignalboxError('INTERNAL', 'Something went wrong inside the service', { cause: error })
  const errorCode = [...errors.map((one) => one.message), code]
    .map((name) => errorCodes[name])
    .find((known) => known !== undefined)
  if (errorCode === undefined) return error
  return new SignalboxError(code, message, {
    errors,
    fieldErrors,
    ...(retryAfter !== undefined && { retryAfter }),
    cause: error,
    members: { ...(key !== undefined && { key }), errorCode, errorDetails: message, ...members },
  })
}
