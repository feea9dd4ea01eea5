import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/**
 * Prints a failure that nobody awaits. One whose sentence says it all is one line; an unexpected one keeps its stack, since
 * it is a defect that somebody has to find.
 */
export const printFailure: Report = (error) => {
  console.error(error instanceof SignalboxError ? `${error.message}.` : error)
}
