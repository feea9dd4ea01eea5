/** A backend on 127.0.0.1 that writes the same response for every request, straight to the socket. */
import { createServer } from 'node:net'
import { answerWith } from '../child.ts'
import { backendBody } from '../workload.ts'

const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Sun, 22 Nov 2026 00:00:00 GMT\r\n`
const response = Buffer.from(`${head}Content-Length: ${backendBody.length}\r\n\r\n${backendBody}`)

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', () => socket.write(response))
})
const listening = new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
})
answerWith(() => listening)
