import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { PlainResponse } from '@signalbox/core/wire'

/** How long the rest of a body that nobody reads may arrive after the response. Then its connection is closed. */
const REST_MS = 500

/** Writes a response. */
export function write(incoming: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: PlainResponse) {
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
