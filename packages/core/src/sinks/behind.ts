import { SignalboxError } from '../machine/errors/errors.ts'

/**
 * The error of `append` when the destination is not at the position that the caller assumes, for instance because
 * another process has appended meanwhile. A `SignalboxError` with the code PRECONDITION_FAILED.
 *
 * @example
 * if (last !== after) throw behind(after, { position: last })
 */
export const behind = (
  after: number,
  { position, cause }: { readonly position?: number; readonly cause?: unknown } = {},
): SignalboxError =>
  new SignalboxError(
    'PRECONDITION_FAILED',
    `The destination is not at event ${after}${position === undefined ? '' : `, but at ${position}`}: read its position again`,
    { cause, members: { behind: after } },
  )

/** Whether an error is one of `behind`, by any copy of this package. */
export const isBehind = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'PRECONDITION_FAILED' &&
  'members' in error &&
  typeof (error.members as { behind?: unknown } | undefined)?.behind === 'number'
