import { SignalboxError } from '@signalbox/core/wire'

/** The service at an address did not do its part. */
export const unavailable = (address: string, what: string, cause?: unknown) =>
  new SignalboxError('UNAVAILABLE', `The service at ${address} ${what}`, { cause })
