import { problem, SignalboxError } from '../errors/errors.ts'

const MOST_CHARACTERS = 500

/** Control characters, separators of lines and paragraphs, and halves of surrogate pairs, which have no UTF-8. */
const NOT_ONE_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u

/** Throws INVALID for the reason of a call that events cannot have. */
export function checkReason(reason: unknown): void {
  if (typeof reason !== 'string' || reason.length > MOST_CHARACTERS || NOT_ONE_LINE.test(reason))
    throw new SignalboxError(
      'INVALID',
      `The reason of a change (X-Change-Reason) must be one line of at most ${MOST_CHARACTERS} characters`,
      { fieldErrors: { 'X-Change-Reason': [problem('error.reason', MOST_CHARACTERS)] } },
    )
}
