import { SignalboxError } from '../machine/errors/errors.ts'

/**
 * The error of `position` when the destination had events and has none left, as after a retention time, so that it
 * cannot tell which ones it had. The sink then continues after the position that the store remembers, which is up to a
 * minute old. `append` has to take events after any position until the destination has events again. A
 * `SignalboxError` with the code CONFLICT.
 *
 * @example
 * if (last === undefined && hadEvents) throw emptied(`All events of the topic ${topic} have expired`)
 */
export const emptied = (message: string): SignalboxError =>
  new SignalboxError('CONFLICT', message, { members: { emptied: true } })

/** Whether an error is one of `emptied`, by any copy of this package. */
export const isEmptied = (error: unknown): error is Error =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'CONFLICT' &&
  'members' in error &&
  (error.members as { emptied?: unknown } | undefined)?.emptied === true
