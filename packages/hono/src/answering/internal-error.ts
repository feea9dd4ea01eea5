import { SignalboxError } from '@signalbox/core/wire'

/** What a client sees of an unexpected error: nothing but the id of its request, if that has one. */
export const internalError = (error: unknown, requestId: string | undefined): unknown =>
  error instanceof SignalboxError || requestId === undefined
    ? error
    : new SignalboxError('INTERNAL', `Internal error; the service has logged the details of request ${requestId}`, {
        members: { requestId },
      })
