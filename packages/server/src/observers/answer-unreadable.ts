import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { noteSocketAnswer } from './answered-on-socket.ts'
import type { Observer } from './observer.ts'
import { REQUEST_ID } from './request-ids/request-id.ts'

/** Statuses of what Node's parser rejects. Everything else is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Answers requests that Node's parser rejects as Node does, but with the id of the request, and tells the observer. */
export function answerUnreadable(http: Server, { request, unreadableId, unreadable }: Observer): void {
  /** Answers a request whose head was rejected. */
  function answerHead(status: number, socket: Socket): void {
    // Browsers open connections in advance. One that has sent nothing was no request.
    const id = socket.bytesRead > 0 ? unreadableId?.() : undefined
    if (id !== undefined) unreadable?.({ status, id, socket })
    answer(socket, status, id)
  }

  // Node would answer these requests itself, unseen (RFC 9110, 10.1.1).
  http.on('checkExpectation', (incoming, outgoing) => {
    request?.(incoming, outgoing)
    outgoing.writeHead(417).end()
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = statuses[error.code ?? ''] ?? 400
    const response = responseOf(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (!response) answerHead(status, socket)
    // What follows a whole request is rejected, not the request: it gets its response first.
    else if (response.req.complete) response.once('close', () => answerHead(status, socket))
    else if (response.headersSent) socket.destroy()
    else {
      // A client that has left in the middle of its request counts as such.
      if (error.code !== 'HPE_INVALID_EOF_STATE') noteSocketAnswer(response, status)
      answer(socket, status, response.getHeader(REQUEST_ID))
    }
  })
}

function answer(socket: Socket, status: number, id: unknown): void {
  const named = id === undefined ? '' : `${REQUEST_ID}: ${id}\r\n`
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n${named}\r\n`)
  socket.destroySoon()
}

/** The response in progress on a connection. Node has no public name for it. */
const responseOf = (socket: Socket): ServerResponse | undefined =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
