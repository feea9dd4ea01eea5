import type { WireRequest } from '@signalbox/core/wire'

/** A request as it is answered here, whichever host took it. A Fetch API `Request` fits. */
export interface CallRequest extends WireRequest {
  readonly method: string
}
