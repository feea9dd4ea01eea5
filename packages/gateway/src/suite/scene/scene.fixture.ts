import http from 'node:http'
import { Readable } from 'node:stream'
import { afterEach } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { startBackend } from './backend.fixture.ts'
import { type GatewaySettings, gatewayTo } from './open-gateway.fixture.ts'

/** Returns a function that sets up a gateway in front of a backend that responds like this, until the test ends. */
export function scenes(open: ProxySubject['open']) {
  const onEnd: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of onEnd.splice(0).reverse()) await end()
  })
  return async (respond: Parameters<typeof startBackend>[0], settings: Partial<GatewaySettings> = {}) => {
    const backend = await startBackend(respond)
    onEnd.push(backend.close)
    const made = gatewayTo({ port: backend.port, ...settings })
    const opened = await open(made.gateway)
    onEnd.push(() => opened.close())
    const url = `http://127.0.0.1:${opened.port}`
    const call = (path: string, options: http.RequestOptions = {}, body?: Uint8Array | Readable) =>
      callHttp(`${url}${path}`, options, body)
    return { ...made, backend, port: opened.port, call }
  }
}

/** Sends a request to `shop.example` with Node's client. */
export function callHttp(url: string, options: http.RequestOptions, body?: Uint8Array | Readable) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer; text: string }>(
    (resolve, reject) => {
      const request = http.request(url, {
        agent: false,
        ...options,
        headers: { Host: 'shop.example', ...options.headers },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString('latin1'),
          })
        })
      })
      if (body instanceof Readable) body.pipe(request)
      else request.end(body)
    },
  )
}
