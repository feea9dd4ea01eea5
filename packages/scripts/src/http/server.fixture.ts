import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A server on this machine that counts what it is asked. */
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
  /** The caller's: another one for each connection. */
  readonly port: number | undefined
}

/** Starts a server that is gone after the tests. */
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
  // Connections that are kept are not closed by a machine that is busy with something else for a while.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port, asked }
}
