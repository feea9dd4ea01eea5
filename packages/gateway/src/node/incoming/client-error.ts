import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { CauseId } from '@signalbox/core/gateway'

/** Statuses of what Node's parser rejects. Everything else is 400. */
const statuses: Readonly<Record<string, readonly [status: number, cause: CauseId]>> = {
  HPE_HEADER_OVERFLOW: [431, 'errors.headers.too.large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'errors.body.too.large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'errors.request.timeout'],
}

/** A response in plain text: nothing that such a client says about what it accepts can be trusted. */
export interface PlainResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string
}

/** The response with this status and cause; `more` headers are names and values in turn. */
export function plainResponse(status: number, cause: CauseId, more: readonly string[] = []): PlainResponse {
  const body = `${status} ${STATUS_CODES[status]} (${cause})\n`
  const about = ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(body.length)]
  const own = ['Gateway-Error', 'true', 'Proxy-Status', `signalbox; error=http_request_error; details="${cause}"`]
  return { status, headers: [...about, ...own, ...more, 'Connection', 'close'], body }
}

function toBytes({ status, headers, body }: PlainResponse): Buffer {
  const fields = headers.map((one, i) => (i % 2 === 0 ? `${one}: ` : `${one}\r\n`)).join('')
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields}\r\n${body}`, 'latin1')
}

const answers = new Map(
  Object.entries(statuses).map(([code, [status, cause]]) => [code, toBytes(plainResponse(status, cause))]),
)
const badRequest = toBytes(plainResponse(400, 'errors.bad.request'))

/** Listens to `clientError` of a server: responds to what Node's parser rejected, and closes the connection. */
export function onClientError(error: Error & { code?: string }, socket: Duplex): void {
  const response = responseOf(socket)
  // A reset connection takes no response. A response that has begun must not get another head in its body.
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else if (response?.req.complete) endWith(response, socket)
  else if (response?.headersSent) socket.destroy()
  else socket.end(answers.get(error.code ?? '') ?? badRequest, () => socket.destroy())
}

/** What follows a whole request is rejected, not the request: it gets its response, the last one of the connection. */
function endWith(response: ServerResponse, socket: Duplex): void {
  if (!response.headersSent) response.shouldKeepAlive = false
  response.once('finish', () => socket.end(() => socket.destroy()))
}

/** The response in progress on a connection. Node has no public name for it. */
export const responseOf = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
