import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net'
import type { Seen } from '../rows/inbound-rows.fixture.ts'

/** A backend that remembers what it saw, and responds `ok`. */
export async function startBackend(
  respond: (request: IncomingMessage, response: ServerResponse, seen: Seen) => void = (_, response) =>
    response.end('ok'),
) {
  const seen: Seen[] = []
  const http = createServer({ requestTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request
      const one = { method, target: url, headers: rawHeaders, body: Buffer.concat(chunks).toString('latin1') }
      seen.push(one)
      respond(request, response, one)
    })
  })
  return { seen, ...(await listenOn(http)) }
}

/** A backend whose connections are handled by hand. */
export async function startRawBackend(handle: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createRawServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    handle(socket)
  })
  const { port, close } = await listenOn(server)
  return {
    port,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await close()
    },
  }
}

async function listenOn(server: Server | ReturnType<typeof createRawServer>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
