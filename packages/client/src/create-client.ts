import type { contract, SignalboxApi } from '@signalbox/core/contract'
import type { Call } from '@signalbox/core/wire'
import { decodeResponse, encodeRequest, isStream, streaming } from '@signalbox/core/wire'
import type { Identification } from './identify.ts'
import { identify } from './identify.ts'
import { table } from './operations.ts'
import type { RemoteOperation, Rows } from './row.ts'
import { readRow } from './row.ts'

/** Where a Signalbox is, and how it is reached. */
export interface ClientOptions extends Identification {
  /** The address of the service, such as `https://flags.example.com`; in a browser it may be relative to the page. */
  readonly baseUrl: string
  /** Sends a request. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Response | Promise<Response>
}

/** The API of a Signalbox elsewhere: the same functions as in process. Failures are `SignalboxError`s; a service that cannot be reached rejects as `fetch` does. */
export function createClient({ baseUrl, fetch = globalThis.fetch, ...identification }: ClientOptions): SignalboxApi {
  const address = addressOf(baseUrl)
  const headers = identify(identification)
  return toApi(table, (operation) => {
    const call: Call = async (input = {}, options) => {
      const request = encodeRequest(operation, address, input, options)
      for (const [name, value] of headers) request.headers.set(name, value)
      return decodeResponse(operation, await fetch(request), options?.signal)
    }
    return isStream(operation.response) ? streaming(call) : call
  })
}

/** Builds one function a row. */
function toApi(rows: Rows<typeof contract>, toCall: (operation: RemoteOperation) => Call): SignalboxApi {
  const build = (node: string | object): unknown =>
    typeof node === 'string'
      ? toCall(readRow(node))
      : Object.fromEntries(Object.entries(node).map(([name, child]) => [name, build(child)]))
  return build(rows) as SignalboxApi
}

/** The address that paths follow. It carries nothing secret: errors name it. */
function addressOf(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  if (!URL.canParse(baseUrl, page)) throw new TypeError('baseUrl must be an address, such as https://flags.example.com')
  const { protocol, username, password, origin, pathname } = new URL(baseUrl, page)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`baseUrl must begin with http:// or https://, not ${protocol}`)
  if (username || password)
    throw new TypeError('baseUrl must not hold credentials: give them as clientId and clientSecret')
  return origin + pathname.replace(/\/$/, '')
}
