import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A local server that records its requests. */
export interface TestServer {
  readonly origin: string
  readonly port: number
  readonly asked: readonly Asked[]
}

/** A request as the server saw it. */
export interface Asked {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The client's port, which is different for each connection. */
  readonly port: number | undefined
}

/** Starts a server that is closed after the tests. */
export async function startServer(answer: (asked: Asked, response: ServerResponse) => void): Promise<TestServer> {
  const asked: Asked[] = []
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers, socket } = request
    const one = { method, url, headers, body: Buffer.concat(chunks).toString(), port: socket.remotePort }
    asked.push(one)
    answer(one, response)
  }
  // Keeps idle connections open long enough for machines that are busy for a while.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, asked }
}
