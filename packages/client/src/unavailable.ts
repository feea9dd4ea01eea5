import { SignalboxError } from '@signalbox/core/wire'

/** An UNAVAILABLE error that names the address of the service. */
export const unavailable = (address: string, what: string, cause?: unknown) =>
  new SignalboxError('UNAVAILABLE', `The service at ${address} ${what}`, { cause })
