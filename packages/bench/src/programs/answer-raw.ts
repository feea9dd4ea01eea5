/**
 * A backend on 127.0.0.1 that writes responses straight to the socket: the same one for every request, but for paths that
 * name a size in bytes (`/v1/orders/size-65536`).
 */
import { createServer } from 'node:net'
import { answerWith } from '../child.ts'
import { backendBody } from '../workload.ts'

/** A cache computes the age of a response from its date. */
const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: ${new Date().toUTCString()}\r\n`
const toResponse = (body: string): Buffer => Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
const response = toResponse(backendBody)
const bySize = new Map<string, Buffer>()

/** The response of a size; only the first line of the request is read. */
function responseOf(request: Buffer): Buffer {
  const at = request.indexOf('/size-')
  if (at < 0 || at > 64) return response
  const size = request.toString('latin1', at + 6, request.indexOf(' ', at))
  const known = bySize.get(size) ?? toResponse('x'.repeat(Number(size)))
  bySize.set(size, known)
  return known
}

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (request) => socket.write(responseOf(request)))
})
const listening = new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
})
answerWith(() => listening)
