import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { checkOptions } from '@signalbox/core/errors'
import { defaultLimits, isStream, type Listed, type PlainResponse } from '@signalbox/core/wire'
import { identifier } from '../answering/identifier.ts'
import { type Answered, toAnswer } from '../answering/to-answer.ts'
import type { FixedQueries } from '../fixed-queries.ts'
import { type HonoOptions, optionNames } from '../hono-options.ts'
import type { Mountable } from '../mountable.ts'
import { toObserved } from '../observed.ts'
import { createRoutes } from '../routes.ts'
import { type NodeContext, NodeRequest } from './node-request.ts'
import { readTarget } from './read-target.ts'

/** How long the rest of a body that nobody reads may arrive after the response. Then its connection is closed. */
const REST_MS = 500

/** Writes a response. */
function write(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: PlainResponse) {
  if (isUnread(incoming)) outgoing.once('finish', () => isUnread(incoming) && limitRest(incoming))
  if (body === null) outgoing.writeHead(status, headers).end()
  else if (typeof body === 'string') outgoing.writeHead(status, listed(headers, Buffer.byteLength(body))).end(body)
  else {
    outgoing.writeHead(status, headers).flushHeaders()
    pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing, () => {}) // what breaks a body reports it
  }
}

/** Headers in the form that Node writes soonest. */
function listed(headers: PlainResponse['headers'], length: number): string[] {
  const list = ['Content-Length', String(length)]
  for (const name in headers) list.push(name, headers[name] as string)
  return list
}

/** Whether a request has a body that nobody has read and of which more may come. */
const isUnread = ({ complete, readableDidRead, headers }: IncomingMessage): boolean =>
  !complete && !readableDidRead && headers['content-length'] !== undefined

function limitRest(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.socket.destroySoon(), REST_MS).unref()
  const stop = () => clearTimeout(timer)
  incoming.once('end', stop).once('close', stop)
}

/** Options of `toNode`: the options of `toHono`, whose functions get a `NodeContext`. */
export interface NodeOptions extends HonoOptions<NodeContext, PlainResponse> {
  /**
   * Gets the requests that are left to the app of `toHono`: its listener. Then `toNode` returns a listener that answers
   * every request, for `createServer`.
   * @default none: the caller passes them on
   */
  readonly otherwise?: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown
}

/**
 * A listener for requests. Returns true if the listener or `otherwise` answers the request. Returns false without
 * having touched the request: then pass it on to the app of `toHono`, or nobody answers it.
 */
export interface NodeDoor {
  (incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** The listener itself, under the name of its event. */
  readonly request: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
}

type Handler = (request: NodeRequest, params: Readonly<Record<string, string>>) => Answered

/**
 * Answers calls on Node.js without building web objects (`Request`, `Response`), which takes less time. It stands
 * before an app of `toHono` with the same options. It leaves to the app: streams, documents, HEAD, HTTP/2, unknown paths,
 * unusual requests, and everything if there are `corsOrigins`. `access` gets requests without their body.
 *
 * @example
 * ```ts
 * const otherwise = getRequestListener(toHono(box).fetch) // of @hono/node-server
 * createServer(toNode(box, { otherwise }))
 * ```
 */
export function toNode(box: Mountable, options: NodeOptions = {}): NodeDoor {
  checkOptions('toNode', options, { ...optionNames, otherwise: true })
  const { corsOrigins = [], bodyLimit = defaultLimits.bodyLimit, observe, otherwise } = options
  const identify = identifier<NodeContext>(box, options, (context) => (context as NodeRequest).toRequest())
  const { find } = createRoutes<Handler | undefined>(box, options, {
    toCall: (one, fixedQueries) => (isPlain(one) ? toHandler(one, fixedQueries) : undefined),
    toDescription: () => undefined,
  })

  function toHandler(one: Listed, fixedQueries: FixedQueries): Handler {
    const answer = toAnswer<NodeContext>(one, { box, identify, options, fixedQueries })
    if (!observe) return (request, params) => answer({ context: request, request, params })
    return toObserved<NodeRequest, PlainResponse>(one, observe, async (request, params, call) =>
      answer({ context: request, request, params, call }),
    )
  }

  /** Whether a request can be read here. What hostile clients send is left to those who know it. */
  function isReadable({ httpVersionMajor, headers, readableDidRead }: IncomingMessage): boolean {
    if (httpVersionMajor !== 1 || headers['transfer-encoding'] !== undefined || readableDidRead) return false
    const length = headers['content-length']
    return length === undefined || Number(length) <= bodyLimit
  }

  function answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const target = isReadable(incoming) ? readTarget(incoming) : undefined
    const match = target && find(incoming.method as string, target.path, (name) => parameter(target.query, name))
    if (!match?.target) return false
    const { target: handle, params } = match
    const send = (response: PlainResponse) => write(incoming, outgoing, response)
    const refuse = (error: unknown) => fail(outgoing, error)
    try {
      const answered = handle(new NodeRequest(incoming, outgoing), params)
      if (answered instanceof Promise) answered.then(send).catch(refuse)
      else send(answered)
    } catch (error) {
      refuse(error)
    }
    return true
  }

  const isEmpty = corsOrigins.length > 0
  const door = (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    if (!isEmpty && answers(incoming, outgoing)) return true
    if (otherwise) otherwise(incoming, outgoing)
    return otherwise !== undefined
  }
  return Object.assign(door, { request: door })
}

/** Whether an operation takes one value and returns one. */
const isPlain = ({ operation: { body, response, raw, compresses } }: Listed): boolean =>
  !isStream(body) && !isStream(response) && !raw && !compresses

const parameter = (query: string, name: string): string | undefined => new URLSearchParams(query).get(name) ?? undefined

/** An observer of the host has failed. Hono answers the same. */
function fail(outgoing: ServerResponse, error: unknown): void {
  console.error(error)
  if (outgoing.headersSent) outgoing.destroy()
  else outgoing.writeHead(500, { 'Content-Type': 'text/plain; charset=UTF-8' }).end('Internal Server Error')
}
