import type { Context, MiddlewareHandler } from 'hono'
import type { RequestInfo } from '../fetch/request-info.ts'

/** What `toHono` needs of a gateway. */
interface Fetches {
  fetch(request: Request, info?: RequestInfo): Promise<Response>
}

/** The part of the listener of `toNode` for requests that Hono needs. */
interface Listens {
  request(incoming: never, outgoing: never): void
}

/** Options of `toHono`. */
export interface ToHonoOptions {
  /**
   * `toNode(gateway)`: on `@hono/node-server` the gateway takes over Node's request and response, which costs half as
   * much as `fetch` and can do more. Middleware before the gateway then does not see the response.
   * @default none: all requests go through `gateway.fetch`
   */
  readonly node?: Listens
  /** What the host knows about a request, for `gateway.fetch`. @default the address of Node's socket, where there is one */
  readonly info?: (context: Context) => RequestInfo
}

/** What `@hono/node-server` puts into `context.env`. */
interface NodePair {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
  readonly outgoing?: object
}

/**
 * Makes a gateway a middleware of Hono. It answers every request that reaches it. WebSockets reach no middleware: give the
 * server the listener of `toNode` for them.
 *
 * @example
 * const node = toNode(gateway)
 * app.all('*', toHono(gateway, { node }))
 * serve(app).on('upgrade', node.upgrade)
 */
export function toHono(gateway: Fetches, { node, info = addressOf }: ToHonoOptions = {}): MiddlewareHandler {
  return async (context) => {
    const { incoming, outgoing } = (context.env ?? {}) as NodePair
    if (!node || !incoming || !outgoing) return gateway.fetch(context.req.raw, info(context))
    node.request(incoming as never, outgoing as never)
    return alreadySent()
  }
}

/**
 * Tells `@hono/node-server` that the response is under way. It replaces the global `Response`, and looks for this header
 * only in responses whose body was looked at.
 */
function alreadySent(): Response {
  const response = new Response(null, { headers: ALREADY_SENT })
  void response.body
  return response
}

/** The header of `RESPONSE_ALREADY_SENT` of `@hono/node-server`. */
const ALREADY_SENT = { 'x-hono-already-sent': 'true' }

function addressOf({ env }: Context): RequestInfo {
  const address = (env as NodePair | undefined)?.incoming?.socket?.remoteAddress
  return address === undefined ? {} : { address }
}
