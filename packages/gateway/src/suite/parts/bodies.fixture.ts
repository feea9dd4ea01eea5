import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testPlugin } from '../../pipeline/pipeline.fixture.ts'
import type { Hooks } from '../../plugin-api/hooks.ts'
import { RefusedError } from '../../plugin-api/refused.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import type { Seen } from '../rows/inbound-rows.fixture.ts'
import { startBackend } from '../scene/backend.fixture.ts'
import { reader } from '../scene/raw-http.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

/** Registers tests of bodies, plugins that see them, and clients that leave. */
export function describeBodies({ name, open, isRaw }: ProxySubject): void {
  describe(`${name}: bodies`, () => {
    const setUp = scenes(open)

    const megabyte = Buffer.alloc(1024 * 1024, 'signalbox ')

    it('a body with a length comes to the backend whole', async () => {
      const { backend, call } = await setUp((_, response, { body }) => response.end(String(body.length)))
      const { text } = await call('/', { method: 'POST', headers: { 'Content-Length': megabyte.length } }, megabyte)
      expect(text).toBe(String(megabyte.length))
      expect(backend.seen[0]?.body).toBe(megabyte.toString('latin1'))
      if (isRaw) expect(headerOf(backend.seen[0]!, 'content-length')).toBe(String(megabyte.length))
    })

    it('a body in chunks comes to the backend in chunks', async () => {
      const { backend, call } = await setUp((_, response, { body }) => response.end(body))
      const { text } = await call('/', { method: 'POST' }, Readable.from([Buffer.from('one '), Buffer.from('two')]))
      expect(text).toBe('one two')
      expect(headerOf(backend.seen[0]!, 'transfer-encoding')).toBe('chunked')
    })

    it('a large response comes to the client whole, with its length', async () => {
      const large = Buffer.concat(Array.from({ length: 8 }, () => megabyte))
      const { call } = await setUp((_, response) => response.end(large))
      const { text, headers } = await call('/')
      expect(headers['content-length']).toBe(String(large.length))
      expect(text === large.toString('latin1')).toBe(true)
    })

    it('each event of a stream comes as soon as it was sent', async () => {
      const streams: ServerResponse[] = []
      const { port } = await setUp((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        response.write('data: 1\n\n')
        streams.push(response)
      })
      const socket = connect(port, '127.0.0.1')
      const { until } = reader(socket)
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await until((text) => text.includes('data: 1'))
      streams[0]?.write('data: 2\n\n')
      await until((text) => text.includes('data: 2'))
      streams[0]?.end('data: 3\n\n')
      await until((text) => text.includes('data: 3'))
      socket.destroy()
    })

    it('the head comes before the body', async () => {
      const streams: ServerResponse[] = []
      const { port } = await setUp((_, response) => {
        response.writeHead(200, { 'X-Early': '1', 'Content-Length': 4 })
        response.flushHeaders()
        streams.push(response)
      })
      if (!isRaw) return // The host waits for bytes.
      const socket = connect(port, '127.0.0.1')
      const { until } = reader(socket)
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await until((text) => /x-early/i.test(text))
      streams[0]?.end('done')
      await until((text) => text.endsWith('done'))
      socket.destroy()
    })

    it('HEAD has the headers of GET, and no body', async () => {
      const { call } = await setUp((_, response) => response.writeHead(200, { 'Content-Length': 5 }).end())
      const { text, headers } = await call('/', { method: 'HEAD' })
      expect([text, headers['content-length']]).toEqual(['', '5'])
    })

    it('each Set-Cookie stays by itself', async () => {
      const { call } = await setUp((_, response) =>
        response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end(),
      )
      expect((await call('/')).headers['set-cookie']).toEqual(['a=1', 'b=2'])
    })

    it('the host of the client comes to the backend', async () => {
      const { backend, call } = await setUp(undefined)
      await call('/')
      // `fetch` sets Host itself.
      expect(headerOf(backend.seen[0]!, isRaw ? 'host' : 'x-forwarded-host')).toBe('shop.example')
    })

    it('an encoded response is passed on such that it can be decoded', async () => {
      const { call } = await setUp((_, response) =>
        response.writeHead(200, { 'Content-Encoding': 'gzip', ETag: '"a"' }).end(gzipSync('hello')),
      )
      const { bytes, headers } = await call('/', { headers: { 'Accept-Encoding': 'gzip' } })
      const isEncoded = headers['content-encoding'] === 'gzip'
      expect((isEncoded ? gunzipSync(bytes) : bytes).toString()).toBe('hello')
      expect(headers.etag).toBe(isEncoded ? '"a"' : 'W/"a"')
    })

    const shout = { chunk: (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString().toUpperCase()) }
    const plugged = (hooks: Hooks) => ({
      plugins: [testPlugin({ compile: () => hooks })],
      slots: [{ plugin: 'test' }],
    })

    it('plugins transform both bodies', async () => {
      const last = { ...shout, flush: () => Buffer.from('!') }
      const { backend, call } = await setUp(
        (_, response) => response.end('pong'),
        plugged({ requestBody: () => last, responseBody: () => last }),
      )
      const { text } = await call('/', { method: 'POST', headers: { 'Content-Length': 4 } }, Buffer.from('ping'))
      expect([backend.seen[0]?.body, text]).toEqual(['PING!', 'PONG!'])
    })

    it('a plugin reads the whole body before the backend gets it', async () => {
      const read: string[] = []
      const request: Hooks['request'] = ({ body }) => {
        read.push(Buffer.from(body ?? []).toString())
        return undefined
      }
      const { backend, call } = await setUp(undefined, plugged({ body: 'whole', request }))
      await call('/', { method: 'POST' }, Readable.from([Buffer.from('one '), Buffer.from('two')]))
      expect([read, backend.seen[0]?.body]).toEqual([['one two'], 'one two'])
    })

    it('a call of a plugin ends after its time, even if the server sends events forever', async () => {
      const server = await startBackend((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        const drip = setInterval(() => response.write('data: 1\n\n'), 20)
        response.on('close', () => clearInterval(drip))
      })
      onTestFinished(server.close)
      const plugin = testPlugin({
        compile(_, { prepareCall }) {
          const ask = prepareCall(`http://127.0.0.1:${server.port}/keys`, { timeoutMs: 200, most: 1_000_000 })
          return {
            waits: true,
            request: () =>
              ask().then(
                () => undefined,
                ({ message }) => ({ answer: { status: 418, headers: [], body: message } }),
              ),
          }
        },
      })
      const { call } = await setUp(undefined, { plugins: [plugin], slots: [{ plugin: 'test' }] })
      expect(await call('/')).toMatchObject({ status: 418, text: 'The service did not finish its response in time' })
    })

    it('a plugin refuses a request in the middle of its body', async () => {
      const chunk = () => {
        throw new RefusedError({ refuse: 'errors.body.too.large' })
      }
      const { backend, call, until } = await setUp(undefined, plugged({ requestBody: () => ({ chunk }) }))
      const { status } = await call('/', { method: 'POST', headers: { 'Content-Length': 4 } }, Buffer.from('ping'))
      expect([status, backend.seen]).toEqual([413, []])
      expect((await until(1))[0]?.cause).toBe('errors.body.too.large')
    })

    it('a transform that throws fails the request', async () => {
      const chunk = () => {
        throw new TypeError('oops')
      }
      const { call, reports } = await setUp(undefined, plugged({ requestBody: () => ({ chunk }) }))
      const { status } = await call('/', { method: 'POST', headers: { 'Content-Length': 4 } }, Buffer.from('ping'))
      expect([status, String(reports[0])]).toEqual([500, 'TypeError: oops'])
    })

    it('a plugin replaces a response, and the connection to the backend is used again', async () => {
      const { call, backend } = await setUp(
        (request, response) => response.end(String(request.socket.remotePort)),
        plugged({
          response: (_, { status }) => (status === 200 ? { status: 418, headers: [], body: 'tea' } : undefined),
        }),
      )
      const { status, text } = await call('/')
      expect([status, text]).toEqual([418, 'tea'])
      expect((await call('/')).status).toBe(418)
      expect(backend.seen).toHaveLength(2)
    })

    it('a plugin may take its time for a response', async () => {
      const { call } = await setUp(
        (_, response) => response.end('late'),
        plugged({ response: async (_, { headers }) => void headers.set('X-Slow', await Promise.resolve('1')) }),
      )
      const { headers, text } = await call('/')
      expect([headers['x-slow'], text]).toEqual(['1', 'late'])
    })

    it('a backend that refuses connections is unreachable', async () => {
      const backend = await startBackend()
      await backend.close()
      const { call, until } = await setUp(undefined, { port: backend.port })
      expect((await call('/')).status).toBe(502)
      expect((await until(1))[0]?.cause).toBe('errors.backend.unreachable')
    })

    it('a client that leaves in the middle of a response ends the call of the backend', async () => {
      const left = Promise.withResolvers<void>()
      const { port, until } = await setUp((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        response.write('data: 1\n\n')
        response.on('close', left.resolve)
      })
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await reader(socket).until((text) => text.includes('data: 1'))
      socket.destroy()
      await left.promise
      expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
    })

    it('a client that leaves before the response ends the call of the backend', async () => {
      const left = Promise.withResolvers<void>()
      const came = Promise.withResolvers<void>()
      const { port, until } = await setUp((_, response) => {
        response.on('close', left.resolve)
        came.resolve()
      })
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await came.promise
      socket.destroy()
      await left.promise
      expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
    })
  })
}

const headerOf = ({ headers }: Seen, name: string): string | undefined =>
  headers[headers.findIndex((one, i) => i % 2 === 0 && one.toLowerCase() === name) + 1]
