import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ClientHttp2Session, OutgoingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Opened } from '../suite/proxy-subject.fixture.ts'
import { connectHttp2 } from '../suite/scene/http2-client.fixture.ts'

const hops = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te', 'host'])

/** A server of HTTP/1 that sends each request over HTTP/2 to a port, so that tests of HTTP/1 can run over HTTP/2. */
export async function bridgeToHttp2(to: Opened): Promise<Opened> {
  const session = connectHttp2(to.port)
  const server = createServer({ requestTimeout: 0 }, (request, response) => carry(session, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      session.destroy()
      server.closeAllConnections()
      server.close()
      await to.close()
    },
  }
}

function carry(session: ClientHttp2Session, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '', headers } = request
  const stream = session.request(
    { ...headersOf(request), ':method': method, ':path': url, ':authority': headers.host ?? '' },
    { endStream: headers['content-length'] === undefined && headers['transfer-encoding'] === undefined },
  )
  if (!stream.writableEnded) request.pipe(stream)
  stream.on('error', () => {})
  stream.on('response', (_, __, raw?: string[]) => {
    const all = raw ?? []
    const list = all.filter((_, i) => !(all[i - (i % 2)] as string).startsWith(':'))
    response.writeHead(Number(all[all.indexOf(':status') + 1]), list)
    // `flushHeaders` would send the head in UTF-8.
    response.write('', 'latin1')
  })
  stream.on('data', (chunk: Buffer) => response.write(chunk))
  stream.on('close', () => {
    if (stream.rstCode === 0 && response.headersSent) response.end()
    else response.destroy()
  })
  response.on('close', () => stream.close(8))
}

function headersOf({ rawHeaders }: IncomingMessage): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  rawHeaders.forEach((name, i) => {
    const lower = name.toLowerCase()
    if (i % 2 === 0 && !hops.has(lower)) headers[lower] = rawHeaders[i + 1]
  })
  return headers
}
