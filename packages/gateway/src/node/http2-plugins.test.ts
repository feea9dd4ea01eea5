import { connect, type IncomingHttpHeaders } from 'node:http2'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { listen } from './listen.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

it('a large response is stored and compressed for clients of HTTP/2, from the backend and from the cache', async () => {
  const body = Array.from({ length: 300_000 }, (_, i) => `${(i * 7919) % 65_537} `).join('')
  const backend = await startBackend((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' })
    response.end(body)
  })
  onTestFinished(backend.close)
  const slots = [slot('Compression'), slot('ResponseCache', { max_bytes: 10_000_000 })]
  const { gateway } = gatewayTo({ port: backend.port, slots })
  const tls = { cert: certificates.server, key: certificates.serverKey }
  const { port, close } = await listen(gateway, { host: '127.0.0.1', h2: true, tls })
  onTestFinished(() => close({ drainMs: 0 }))
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  onTestFinished(() => session.destroy())

  for (const status of ['fwd=miss; stored', 'hit']) {
    const stream = session.request({ ':path': '/', ':authority': 'shop.example', 'accept-encoding': 'gzip' })
    const headers = await new Promise<IncomingHttpHeaders>((resolve) => stream.on('response', resolve))
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    expect([headers['cache-status'], headers['content-encoding']]).toEqual([`signalbox; ${status}`, 'gzip'])
    expect(gunzipSync(Buffer.concat(chunks)).toString() === body).toBe(true)
  }
  expect(backend.seen).toHaveLength(1)
})
