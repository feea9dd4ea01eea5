import type { WireRequest } from '@signalbox/core/wire'
import type { Context } from 'hono'
import type { CallRequest } from './call-request.ts'
import { headerOf, type NodeHead } from './node-headers.ts'
import { type NodeBody, readBody } from './read-body.ts'

/** What is read of a request of Node.js here. */
type Incoming = NodeHead & NodeBody

/**
 * The request of a context. On `@hono/node-server` its headers and its body are read from the request of Node.js, which takes
 * a fifth of the time of a short call less. That is left to the request itself if it is not the one that came: middleware may
 * have put another in its place.
 */
export function requestOf({ req: { raw }, env }: Context): CallRequest {
  const { incoming } = (env ?? {}) as { incoming?: Incoming }
  return incoming?.httpVersionMajor === 1 && isMadeOf(raw, incoming) ? new RequestOnNode(raw, incoming) : raw
}

/**
 * The members in which requests of `@hono/node-server` keep the one of Node.js, and their headers once somebody has asked for
 * them. They are known from the first request on. Requests of others have none.
 */
const kept: { incoming?: symbol | undefined; headers?: symbol | undefined } = {}

const membersOf = (raw: Request) => raw as unknown as Record<symbol, unknown>

function isMadeOf(raw: Request, incoming: Incoming): boolean {
  if (kept.incoming !== undefined && membersOf(raw)[kept.incoming] === incoming) return true
  const found = memberThatIs(incoming, raw)
  if (found === undefined) return false
  kept.incoming = found
  kept.headers = memberThatIs(raw.headers, raw)
  return true
}

const memberThatIs = (value: unknown, raw: Request): symbol | undefined =>
  Object.getOwnPropertySymbols(raw).find((one) => membersOf(raw)[one] === value)

/** Whether nobody has asked for the headers of a request. Code that has asked may have changed them. */
const hasHeadersAsSent = (raw: Request): boolean =>
  kept.headers !== undefined && membersOf(raw)[kept.headers] === undefined

/** A request whose headers and body are read from Node.js. A class, because each request needs one. */
class RequestOnNode implements CallRequest {
  readonly #raw: Request
  readonly #incoming: Incoming

  constructor(raw: Request, incoming: Incoming) {
    this.#raw = raw
    this.#incoming = incoming
  }

  get method(): string {
    return this.#raw.method
  }

  get url(): string {
    return this.#raw.url
  }

  get headers(): WireRequest['headers'] {
    return hasHeadersAsSent(this.#raw) ? this : this.#raw.headers
  }

  /** The value of a header as it was sent. */
  get(name: string): string | null {
    return headerOf(this.#incoming, name)
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#raw.body
  }

  get signal(): AbortSignal {
    return this.#raw.signal
  }

  arrayBuffer(): Promise<ArrayBuffer | Uint8Array> {
    const { headers, readableDidRead } = this.#incoming
    const isWhole = headers['content-length'] !== undefined && !readableDidRead
    return isWhole ? readBody(this.#incoming) : this.#raw.arrayBuffer()
  }
}
