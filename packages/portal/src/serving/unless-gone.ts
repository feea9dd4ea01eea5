import { SignalboxError } from '@signalbox/core/errors'

/** What was deleted while others of its kind were read is left out; all other errors are thrown. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof SignalboxError) || error.code !== 'NOT_FOUND') throw error
}
