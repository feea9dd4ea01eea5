import { failure, problem } from '../errors.ts'

const MOST = 500

/** Throws INVALID for the reason of a call that events cannot have. */
export function checkReason(reason: string): void {
  if (reason.length > MOST || /\p{Cc}/u.test(reason))
    throw failure(
      'INVALID',
      `The reason of a change must be one line of at most ${MOST} characters`,
      problem('error.reason', MOST),
    )
}
