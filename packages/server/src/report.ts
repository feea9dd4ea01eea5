import type { Report } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/**
 * Prints an error that nobody awaits: known errors as one line, unexpected ones with their stack, because they are
 * bugs.
 */
export const printFailure: Report = (error) => {
  console.error(error instanceof SignalboxError ? `${error.message}.` : error)
}

/** Prints an error that nobody awaits as one line with its causes: what a data plane reports is about its surroundings. */
export const printLine: Report = (error) => {
  const texts: string[] = []
  for (let one = error; one instanceof Error && texts.length < 4; one = one.cause)
    if (!texts.some((text) => text.includes((one as Error).message))) texts.push(one.message)
  console.error(texts.length > 0 ? `${texts.join(': ')}.` : error)
}
