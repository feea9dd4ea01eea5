import { randomBytes } from 'node:crypto'
import http from 'node:http'
import { connect } from 'node:net'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { testPlugin } from '../../pipeline/pipeline.fixture.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const compression = (config: object = {}) => ({ plugin: 'cp:gateway.next.plugins.Compression', config })
const decode = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }
const text = 'signalbox '.repeat(1000)
const json = { 'Content-Type': 'application/json' }

/** Registers tests of compressed responses. */
export function describeCompression({ name, open }: ProxySubject): void {
  describe(`${name}: compression`, () => {
    const setUp = scenes(open)

    it.each(['br', 'gzip', 'deflate'] as const)('a response is compressed by %s', async (coding) => {
      const { call } = await setUp(
        (_, response) => response.writeHead(200, { ...json, 'Content-Length': text.length, ETag: '"a"' }).end(text),
        { slots: [compression({ encodings: [coding] })] },
      )
      const { bytes, headers } = await call('/', { headers: { 'Accept-Encoding': coding } })
      expect([headers['content-encoding'], headers.etag, headers['content-length'], headers.vary]).toEqual([
        ...[coding, 'W/"a~signalbox"', undefined, 'Accept-Encoding'],
      ])
      expect(bytes.length).toBeLessThan(text.length / 10)
      expect(decode[coding](bytes).toString()).toBe(text)
    })

    it.each<[what: string, slots: readonly object[], config: object]>([
      ['of a backend that compares texts', [], {}],
      ['from the cache', [{ plugin: 'cp:gateway.next.plugins.ResponseCache', config: { ttl: 60_000 } }], {}],
    ])('a compressed response %s is not sent again to a client that has it', async (_, slots) => {
      const { call } = await setUp(
        ({ headers }, response) => {
          const tag = headers['x-own'] === undefined ? '"a"' : 'W/"own"'
          if (headers['if-none-match'] === tag) response.writeHead(304, { ETag: tag }).end()
          else response.writeHead(200, { ...json, ETag: tag, 'Cache-Control': 'max-age=60' }).end(text)
        },
        { slots: [compression(), ...slots] },
      )
      const accepting = { 'Accept-Encoding': 'gzip' }
      for (const own of [{}, { 'X-Own': 'yes', 'Cache-Control': 'no-store' }]) {
        const { headers: first } = await call('/', { headers: { ...accepting, ...own } })
        const tag = first.etag as string
        const again = await call('/', { headers: { ...accepting, ...own, 'If-None-Match': tag } })
        // The client finds what it has by the tag.
        expect([first['content-encoding'], again.status, again.headers.etag]).toEqual(['gzip', 304, tag])
      }
    })

    it('a response without a known length is compressed after other plugins have changed it', async () => {
      const { call } = await setUp(
        (_, response) => {
          response.writeHead(200, json)
          response.write('{"a":')
          response.end('1}')
        },
        {
          plugins: [
            testPlugin({
              compile: () => ({
                responseBody: () => ({ chunk: (bytes) => bytes, flush: () => new TextEncoder().encode('\n') }),
              }),
            }),
          ],
          slots: [compression(), { plugin: 'test' }],
        },
      )
      const { bytes } = await call('/', { headers: { 'Accept-Encoding': 'gzip' } })
      expect(gunzipSync(bytes).toString()).toBe('{"a":1}\n')
    })

    it('a response of a plugin is compressed, unless it is small', async () => {
      const response = (body: string) => ({
        plugin: 'cp:gateway.next.plugins.StaticResponse',
        config: { headers: json, body },
      })
      const large = await setUp(undefined, { slots: [compression(), response(text)] })
      const { bytes, headers } = await large.call('/', { headers: { 'Accept-Encoding': 'gzip' } })
      expect([gunzipSync(bytes).toString(), headers['content-length']]).toEqual([text, undefined])
      expect((await large.until(1))[0]).toMatchObject({ status: 200, bytesOut: bytes.length })
      const small = await setUp(undefined, { slots: [compression(), response('{}')] })
      expect((await small.call('/', { headers: { 'Accept-Encoding': 'gzip' } })).text).toBe('{}')
    })

    it('a large response waits for a slow client', async () => {
      const chunk = randomBytes(65_536)
      let sent = 0
      const { port, until } = await setUp(
        (_, response) => {
          response.writeHead(200, { 'Content-Type': 'text/plain' })
          const more = (): void => {
            while (sent < 300) {
              sent++
              if (!response.write(chunk)) {
                response.once('drain', more)
                return
              }
            }
            response.end()
          }
          more()
        },
        { slots: [compression({ encodings: ['gzip'], level: 1 })] },
      )
      const request = http.get({
        port,
        host: '127.0.0.1',
        headers: { Host: 'shop.example', 'Accept-Encoding': 'gzip' },
      })
      const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
      const seen: number[] = []
      await expect.poll(() => seen.push(sent) > 1 && seen.at(-1) === seen.at(-2), { interval: 200 }).toBe(true)
      expect(sent).toBeLessThan(250)
      let bytes = 0
      for await (const part of response.pipe(createGunzip())) bytes += (part as Buffer).length
      expect(bytes).toBe(300 * chunk.length)
      expect((await until(1))[0]?.status).toBe(200)
    })

    it('a client that leaves in the middle of a compressed response ends the call of the backend', async () => {
      const left = Promise.withResolvers<void>()
      const { port, until } = await setUp(
        (_, response) => {
          response.writeHead(200, { 'Content-Type': 'text/plain' })
          response.on('close', left.resolve)
          const more = (): void => {
            if (!response.destroyed) response.write(randomBytes(65_536), more)
          }
          more()
        },
        { slots: [compression({ encodings: ['gzip'] })] },
      )
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: gzip\r\n\r\n')
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      await left.promise
      expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
    })

    it('clients that leave do not take the places of others', async () => {
      const { port, call, until } = await setUp(
        ({ url }, response) => {
          response.writeHead(200, { 'Content-Type': 'text/plain' })
          if (url === '/last') response.end(text)
          else response.write(randomBytes(10_000))
        },
        { slots: [compression({ encodings: ['gzip'] })] },
      )
      for (let i = 0; i < 70; i++) {
        const socket = connect(port, '127.0.0.1')
        socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: gzip\r\n\r\n')
        await until(i)
        socket.once('data', () => socket.destroy())
        await until(i + 1)
      }
      expect((await call('/last', { headers: { 'Accept-Encoding': 'gzip' } })).headers['content-encoding']).toBe('gzip')
    })

    it('a backend that breaks off in the middle of a compressed response is not taken for whole', async () => {
      const { call, until } = await setUp(
        (_, response) => {
          response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 1_000_000 })
          response.write(randomBytes(300_000), () => response.socket?.resetAndDestroy())
        },
        { slots: [compression({ encodings: ['gzip'] })] },
      )
      await expect(call('/', { headers: { 'Accept-Encoding': 'gzip' } })).rejects.toThrow()
      expect((await until(1))[0]?.cause).toBe('errors.backend.reset')
    })

    it('each event of a compressed stream comes as soon as it was sent', async () => {
      const streams: http.ServerResponse[] = []
      const { port } = await setUp(
        (_, response) => {
          response.writeHead(200, { 'Content-Type': 'text/event-stream' })
          response.write('data: 1\n\n')
          streams.push(response)
        },
        { slots: [compression({ content_types: ['text/event-stream'] })] },
      )
      for (const coding of ['gzip', 'br']) {
        const headers = { Host: 'shop.example', 'Accept-Encoding': coding }
        const request = http.get({ port, host: '127.0.0.1', headers, agent: false })
        const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
        expect(response.headers['content-encoding']).toBe(coding)
        let events = ''
        const decoder = coding === 'br' ? createBrotliDecompress() : createGunzip()
        response.pipe(decoder).on('data', (part: Buffer) => {
          events += part
        })
        await expect.poll(() => events).toBe('data: 1\n\n')
        streams.at(-1)?.write('data: 2\n\n')
        await expect.poll(() => events).toBe('data: 1\n\ndata: 2\n\n')
        streams.at(-1)?.end()
        await expect.poll(() => decoder.readableEnded).toBe(true)
      }
    })

    it.each(['gzip', 'br', 'deflate'] as const)('lines leave though no more follow, by %s', async (coding) => {
      const { port, lines } = await streamOfLines(coding)
      const { response, decoded } = await begin(port, coding)
      expect(response.headers['content-encoding']).toBe(coding)
      for (let i = 1; i <= 3; i++) {
        lines.write(`{"line":${i}}\n`)
        await expect.poll(decoded).toBe(Array.from({ length: i }, (_, at) => `{"line":${at + 1}}\n`).join(''))
      }
      lines.end()
    })

    it('lines that follow each other closely do not wait for a pause', async () => {
      const { port, lines } = await streamOfLines('gzip')
      const { decoded } = await begin(port, 'gzip')
      let isOver = false
      const write = async (): Promise<void> => {
        while (!isOver) {
          lines.write('{}\n')
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      const writing = write()
      await expect.poll(() => decoded().length).toBeGreaterThan(0)
      isOver = true
      await writing
      lines.end()
    })

    it.each(['gzip', 'br', 'deflate'] as const)(
      'a body that comes at once is as small as before, by %s',
      async (coding) => {
        const parts = Array.from({ length: 50 }, (_, i) => `{"id":${i},"name":"signalbox ${i * 7919}"}\n`.repeat(20))
        const { call } = await setUp(
          (_, response) => {
            response.writeHead(200, json)
            for (const part of parts) response.write(part)
            response.end()
          },
          { slots: [compression({ encodings: [coding], level: 5 })] },
        )
        const { bytes } = await call('/', { headers: { 'Accept-Encoding': coding } })
        expect(decode[coding](bytes).toString()).toBe(parts.join(''))
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 19 } }
        const whole = Buffer.from(parts.join(''))
        const best = { gzip: gzipSync(whole, { level: 5 }), deflate: deflateSync(whole, { level: 5 }) }
        const least = coding === 'br' ? brotliCompressSync(whole, brotli) : best[coding]
        // A flush costs some bytes, and a machine that stands still may cause one.
        expect(bytes.length).toBeLessThanOrEqual(least.length * 1.02 + 64)
      },
    )

    /** A backend whose responses are written by the test. */
    async function streamOfLines(coding: string) {
      let opened: http.ServerResponse | undefined
      const { port } = await setUp(
        (_, response) => {
          response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
          response.flushHeaders()
          opened = response
        },
        { slots: [compression({ encodings: [coding], content_types: ['application/*'] })] },
      )
      return {
        port,
        lines: { write: (line: string) => void opened?.write(line), end: () => void opened?.end() },
      }
    }
  })
}

/** Asks for a response, whose body is decoded as it comes. */
async function begin(port: number, coding: 'br' | 'gzip' | 'deflate') {
  const headers = { Host: 'shop.example', 'Accept-Encoding': coding }
  const request = http.get({ port, host: '127.0.0.1', headers, agent: false })
  const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
  let text = ''
  const decoder = { br: createBrotliDecompress, gzip: createGunzip, deflate: createInflate }[coding]()
  response.pipe(decoder).on('data', (part: Buffer) => {
    text += part
  })
  return { response, decoded: () => text }
}
