import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/**
 * Prints an error that nobody awaits: known errors as one line, unexpected ones with their stack, because they are
 * bugs.
 */
export const printFailure: Report = (error) => {
  console.error(error instanceof SignalboxError ? `${error.message}.` : error)
}
