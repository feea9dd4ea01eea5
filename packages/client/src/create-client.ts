import type { SignalboxApi } from '@signalbox/core/contract'
import { contract } from '@signalbox/core/contract'
import type { Call } from '@signalbox/core/wire'
import { decodeResponse, encodeRequest, isStream, mapOperations, streaming } from '@signalbox/core/wire'

/** Where a Signalbox is, and how it is reached. */
export interface ClientOptions {
  readonly baseUrl: string
  /** Sends a request. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Response | Promise<Response>
}

/** The API of a Signalbox elsewhere: the same functions as in process. Failures are `SignalboxError`s; a service that cannot be reached rejects as `fetch` does. */
export function createClient({ baseUrl, fetch = globalThis.fetch }: ClientOptions): SignalboxApi {
  return mapOperations(contract, (operation) => {
    const call: Call = async (input = {}, options) =>
      decodeResponse(operation, await fetch(encodeRequest(operation, baseUrl, input, options)), options?.signal)
    return isStream(operation.response) ? streaming(call) : call
  })
}
