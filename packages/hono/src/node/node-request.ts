import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { CallRequest } from '../answering/call-request.ts'
import { headerOf } from '../answering/node-headers.ts'
import { readBody } from '../answering/read-body.ts'

/** What options of `toNode` see of a request. Hono's `Context` on Node.js has the same members. */
export interface NodeContext {
  readonly env: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }
  readonly req: {
    readonly method: string
    readonly url: string
    header(name: string): string | undefined
  }
}

/** A request of `node:http` in the form of a Fetch API `Request`, without building one. A class, because each request needs one. */
export class NodeRequest implements CallRequest, NodeContext {
  readonly env: NodeContext['env']

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.env = { incoming, outgoing }
  }

  /** The context of a request is the request itself. */
  get req(): this {
    return this
  }

  get method(): string {
    return this.env.incoming.method as string
  }

  get url(): string {
    const { socket, headers, url } = this.env.incoming
    return `${'encrypted' in socket ? 'https' : 'http'}://${headers.host}${url}`
  }

  /** The headers of a request are read from the request itself. */
  get headers(): this {
    return this
  }

  get(name: string): string | null {
    return headerOf(this.env.incoming, name)
  }

  header(name: string): string | undefined {
    return headerOf(this.env.incoming, name) ?? undefined
  }

  arrayBuffer(): Promise<Uint8Array> {
    return readBody(this.env.incoming)
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.env.incoming.headers['content-length'] === undefined) return null
    return Readable.toWeb(this.env.incoming) as ReadableStream<Uint8Array>
  }

  /** Aborts when the client leaves. */
  get signal(): AbortSignal {
    const { outgoing } = this.env
    const leaving = new AbortController()
    const leave = () => leaving.abort(new DOMException('The client closed the connection', 'AbortError'))
    if (outgoing.destroyed) leave()
    else outgoing.once('close', () => !outgoing.writableFinished && leave())
    return leaving.signal
  }

  /** A real `Request`, without its body, for hosts that identify callers themselves. */
  toRequest(): Request {
    const { rawHeaders } = this.env.incoming
    const headers = new Headers()
    for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string)
    return new Request(this.url, { method: this.method, headers, signal: this.signal })
  }
}
