import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Statuses of what Node's parser rejects. Everything else is 400. */
const statuses: Readonly<Record<string, readonly [status: string, cause: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'errors.headers.too.large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Content Too Large', 'errors.body.too.large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'errors.request.timeout'],
}

/**
 * The bytes of a response to a request that was not understood, or not wholly received. Plain text: nothing that the
 * client says about what it accepts can be trusted.
 */
export function plainResponse(status: string, cause: string, more = ''): Buffer {
  const body = `${status.slice(4)} (${cause})\n`
  const head = `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\n`
  const own = `Gateway-Error: true\r\nProxy-Status: signalbox; error=http_request_error; details="${cause}"\r\n`
  return Buffer.from(`${head}${own}${more}Connection: close\r\n\r\n${body}`, 'latin1')
}

const answers = new Map(Object.entries(statuses).map(([code, [status, cause]]) => [code, plainResponse(status, cause)]))
const badRequest = plainResponse('400 Bad Request', 'errors.bad.request')

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

/** The response in progress. Node has no public name for it. */
const responseOf = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
