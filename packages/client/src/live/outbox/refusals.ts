import { SignalboxError } from '@signalbox/core/wire'

/** Whether an experiment does not take the client: the range of its layer or its audience excludes it. */
export const isNotEligible = (error: unknown): boolean =>
  error instanceof SignalboxError && error.errors.some(({ message }) => message === 'error.not.eligible')

const absent: ReadonlySet<unknown> = new Set(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'])

/** Whether an experiment has no variant for new clients: it does not exist, cannot be read or is disabled. */
export const hasNone = (error: unknown): boolean => error instanceof SignalboxError && absent.has(error.code)
