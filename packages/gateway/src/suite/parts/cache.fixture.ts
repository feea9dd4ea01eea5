import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import type { GatewaySettings } from '../scene/open-gateway.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

/** Registers tests of the response cache. */
export function describeCache({ name, open }: ProxySubject): void {
  describe(`${name}: cache`, () => {
    const setUp = scenes(open)

    /** A cache in front of a backend that counts its requests. The clock stands still until it is advanced. */
    async function cached(
      respond: (request: IncomingMessage, response: ServerResponse, count: number) => void,
      config: object = {},
      settings: Partial<GatewaySettings> = {},
    ) {
      let now = Date.now()
      let count = 0
      const scene = await setUp(
        (request, response) => {
          response.setHeader('Date', new Date(now).toUTCString())
          respond(request, response, ++count)
        },
        {
          slots: [slot('ResponseCache', config)],
          clock: () => now,
          ...settings,
        },
      )
      const advance = (seconds: number): void => {
        now += seconds * 1000
      }
      return { ...scene, advance, count: () => count }
    }
    const numbered =
      (headers: Record<string, string> = {}) =>
      (_: unknown, response: ServerResponse, count: number) =>
        void response.writeHead(200, headers).end(String(count))

    it('a response is stored and sent again, with its age, until it expires', async () => {
      const { call, advance } = await cached(
        numbered({ 'Cache-Control': 'max-age=10', 'X-A': 'b', 'Content-Length': '1' }),
      )
      const first = await call('/')
      expect([first.text, first.headers['cache-status'], first.headers['content-length']]).toEqual([
        ...['1', 'signalbox; fwd=miss; stored', '1'],
      ])
      advance(4)
      const second = await call('/')
      expect([second.text, second.headers['cache-status'], second.headers.age, second.headers['x-a']]).toEqual([
        ...['1', 'signalbox; hit', expect.stringMatching(/^[45]$/), 'b'],
      ])
      advance(7)
      expect((await call('/')).text).toBe('2')
    })

    it('a response without an expiry is fresh for the configured time', async () => {
      const { call, advance } = await cached(numbered(), { ttl: 5 })
      expect([(await call('/')).text, (await call('/')).text]).toEqual(['1', '1'])
      advance(6)
      expect((await call('/')).text).toBe('2')
    })

    it('HEAD is answered from a response to GET, but a response to HEAD is not stored', async () => {
      const { call, backend } = await cached(numbered({ 'Cache-Control': 'max-age=10' }))
      expect((await call('/', { method: 'HEAD' })).text).toBe('')
      expect((await call('/')).text).toBe('2')
      const { text, headers } = await call('/', { method: 'HEAD' })
      expect([text, headers['cache-status']]).toEqual(['', 'signalbox; hit'])
      expect((await call('/')).text).toBe('2')
      expect(backend.seen.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
    })

    it('a client that has the response gets 304', async () => {
      const { call, count } = await cached(numbered({ 'Cache-Control': 'max-age=10', ETag: '"a"' }))
      await call('/')
      const { status, text, headers } = await call('/', { headers: { 'If-None-Match': 'W/"a"' } })
      expect([status, text, headers.etag, headers['cache-status']]).toEqual([304, '', '"a"', 'signalbox; hit'])
      expect((await call('/', { headers: { 'If-None-Match': '"b"' } })).status).toBe(200)
      expect(count()).toBe(1)
    })

    it('a stale response is validated, and used again if it is valid', async () => {
      const { call, advance, backend } = await cached(({ headers }, response, count) => {
        const isValid = headers['if-none-match'] === '"a"' && count < 4
        response.writeHead(isValid ? 304 : 200, {
          ...{ 'Cache-Control': 'max-age=10', ETag: count < 4 ? '"a"' : '"b"', 'X-Count': String(count) },
        })
        response.end(isValid ? undefined : `body ${count}`)
      })
      expect((await call('/')).text).toBe('body 1')
      advance(20)
      const second = await call('/')
      expect([second.status, second.text, second.headers['x-count'], second.headers['cache-status']]).toEqual([
        ...[200, 'body 1', '2', 'signalbox; fwd=stale; fwd-status=304'],
      ])
      expect((await call('/')).headers['cache-status']).toBe('signalbox; hit')
      advance(20)
      const third = await call('/', { headers: { 'If-None-Match': '"a"' } })
      expect([third.status, third.text]).toEqual([304, ''])
      advance(20)
      expect((await call('/')).text).toBe('body 4')
      expect((await call('/')).text).toBe('body 4')
      expect(backend.seen).toHaveLength(4)
    })

    it('many requests at once call the backend once', async () => {
      const waiting: ServerResponse[] = []
      const { call, count } = await cached((_, response) => void waiting.push(response))
      const all = Array.from({ length: 20 }, () => call('/'))
      await expect.poll(() => waiting.length).toBe(1)
      const last = call('/')
      waiting[0]?.writeHead(200, { 'Cache-Control': 'max-age=10' }).end('shared')
      expect(new Set((await Promise.all([...all, last])).map(({ text }) => text))).toEqual(new Set(['shared']))
      expect(count()).toBe(1)
    })

    it('requests that waited for a response that cannot be shared call the backend by themselves', async () => {
      const waiting: ServerResponse[] = []
      const { call, count } = await cached((_, response) => void waiting.push(response))
      const all = Array.from({ length: 5 }, () => call('/'))
      await expect.poll(() => waiting.length).toBe(1)
      waiting[0]?.writeHead(200, { 'Cache-Control': 'private' }).end('1')
      await expect.poll(() => waiting.length).toBe(5)
      for (const [i, response] of waiting.entries()) if (i > 0) response.end(`own ${i}`)
      expect(new Set((await Promise.all(all)).map(({ text }) => text)).size).toBe(5)
      expect(count()).toBe(5)
    })

    it('after a response that cannot be shared, nobody waits for the next one', async () => {
      const waiting: ServerResponse[] = []
      const { call } = await cached((_, response, count) => {
        if (count === 1) response.writeHead(200, { 'Cache-Control': 'private' }).end()
        else waiting.push(response)
      })
      await call('/')
      const all = Array.from({ length: 3 }, () => call('/'))
      await expect.poll(() => waiting.length).toBe(3)
      for (const response of waiting) response.end()
      await Promise.all(all)
    })

    it('a stream of events is not stored, and nobody waits for its end', async () => {
      const { call, count } = await cached((_, response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'max-age=10' })
        response.end('data: 1\n\n')
      })
      expect([(await call('/')).text, (await call('/')).text]).toEqual(['data: 1\n\n', 'data: 1\n\n'])
      expect(count()).toBe(2)
    })

    it('a client that leaves does not take the response from those who wait for it', async () => {
      const waiting: ServerResponse[] = []
      const { call, port, gateway } = await cached((_, response) => void waiting.push(response))
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await expect.poll(() => waiting.length).toBe(1)
      const all = Array.from({ length: 5 }, () => call('/'))
      await expect.poll(() => gateway.metrics()).toMatch(/in_flight 6$/m)
      socket.destroy()
      await expect.poll(() => waiting.length).toBe(2)
      waiting[1]?.end('second')
      expect((await Promise.all(all)).map(({ text }) => text)).toEqual(Array(5).fill('second'))
      expect(waiting).toHaveLength(2)
    })

    it('a response is sent although it is stale, while the next one is loaded once', async () => {
      const { call, advance, count } = await cached(
        numbered({ 'Cache-Control': 'max-age=10, stale-while-revalidate=30' }),
      )
      await call('/')
      advance(20)
      const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => call('/')))
      expect([first?.text, others.every(({ text }) => text <= '2')]).toEqual(['1', true])
      await expect.poll(async () => (await call('/')).text).toBe('2')
      expect(count()).toBe(2)
      advance(60)
      expect((await call('/')).text).toBe('3')
    })

    it('a stale response is sent if the backend fails, as long as the response allows', async () => {
      const { call, advance, until } = await cached((request, response, count) => {
        if (count === 1) response.writeHead(200, { 'Cache-Control': 'max-age=10, stale-if-error=60' }).end('good')
        else if (count === 2) response.writeHead(503).end('bad')
        else request.socket.destroy()
      })
      await call('/')
      advance(20)
      const failed = await call('/')
      expect([failed.status, failed.text, failed.headers['cache-status']]).toEqual([
        ...[200, 'good', 'signalbox; fwd=stale; fwd-status=503'],
      ])
      const down = await call('/')
      expect([down.status, down.text]).toEqual([200, 'good'])
      expect((await until(3))[2]?.cause).toBe('errors.backend.unreachable')
      advance(60)
      expect((await call('/')).status).toBe(502)
    })

    it('variants are stored by the headers that Vary names', async () => {
      const { call, count } = await cached(({ headers }, response) => {
        response.writeHead(200, { 'Cache-Control': 'max-age=10', Vary: 'Accept-Language' })
        response.end(String(headers['accept-language']))
      })
      for (const language of ['de', 'fr', 'de', 'fr'])
        expect((await call('/', { headers: { 'Accept-Language': language } })).text).toBe(language)
      expect((await call('/')).text).not.toBe('fr')
      expect(count()).toBe(3)
    })

    it.each([undefined, 'Accept-Language'])(
      'an encoded response is for those who accept it, with Vary: %s',
      async (vary) => {
        const { call, count, advance } = await cached(({ headers }, response) => {
          const isEncoded = /gzip/i.test(headers['accept-encoding'] ?? '')
          response.writeHead(200, {
            ...{ 'Cache-Control': 'max-age=10', ETag: '"1"', ...(vary && { Vary: vary }) },
            ...(isEncoded && { 'CONTENT-Encoding': 'GZIP' }),
          })
          response.end(isEncoded ? gzipSync('text') : 'text')
        })
        const accepting = (coding?: string) =>
          call('/', { headers: coding === undefined ? {} : { 'Accept-Encoding': coding } })
        const read = ({ headers, bytes }: Awaited<ReturnType<typeof call>>) =>
          headers['content-encoding'] ? gunzipSync(bytes).toString() : bytes.toString()
        for (const _ of [1, 2]) {
          expect(read(await accepting('gzip'))).toBe('text')
          for (const coding of ['identity', 'gzip;q=0', '', undefined, 'br']) {
            const response = await accepting(coding)
            if (!/gzip/.test(coding ?? '')) expect(response.headers['content-encoding']).toBeUndefined()
            expect(read(response)).toBe('text')
          }
          advance(11)
        }
        expect(count()).toBeGreaterThan(1)
      },
    )

    it('an unsafe request that succeeds invalidates what is stored, and what is on its way', async () => {
      const waiting: ServerResponse[] = []
      const { call } = await cached(({ method }, response, count) => {
        if (method === 'POST') response.writeHead(204).end()
        else if (count === 3) waiting.push(response)
        else response.writeHead(200, { 'Cache-Control': 'max-age=10' }).end(String(count))
      })
      expect([(await call('/a')).text, (await call('/a')).text]).toEqual(['1', '1'])
      await call('/a', { method: 'POST' })
      const old = call('/a')
      await expect.poll(() => waiting.length).toBe(1)
      await call('/a', { method: 'POST' })
      waiting[0]?.writeHead(200, { 'Cache-Control': 'max-age=10' }).end('old')
      expect((await old).text).toBe('old')
      expect((await call('/a')).text).toBe('5')
      expect((await call('/a')).text).toBe('5')
    })

    it('a stored response is compressed for those who accept it', async () => {
      const { call, count } = await cached(
        (_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end('a'.repeat(5000)),
        {},
        { slots: [slot('ResponseCache'), slot('Compression')] },
      )
      for (let i = 0; i < 2; i++) {
        const { bytes } = await call('/', { headers: { 'Accept-Encoding': 'gzip' } })
        expect(gunzipSync(bytes).toString()).toBe('a'.repeat(5000))
      }
      expect((await call('/')).text).toBe('a'.repeat(5000))
      expect(count()).toBe(1)
    })

    it('a stored response in place of a failure is compressed, too', async () => {
      let isDead = false
      const { call } = await cached(
        (request, response) => {
          if (isDead) request.socket.destroy()
          else {
            const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'max-age=0, stale-if-error=60' }
            response.writeHead(200, { ...headers, ETag: '"a"' }).end('a'.repeat(5000))
          }
        },
        {},
        { slots: [slot('ResponseCache'), slot('Compression')] },
      )
      await call('/')
      isDead = true
      const { status, headers, bytes } = await call('/', { headers: { 'Accept-Encoding': 'gzip' } })
      expect([status, headers['content-encoding']]).toEqual([200, 'gzip'])
      expect(gunzipSync(bytes).toString()).toBe('a'.repeat(5000))
    })

    it('the cookie of sticky load balancing is not stored, and does not keep responses from being stored', async () => {
      const { call } = await cached(numbered(), {}, { balancing: { type: 'Sticky' } })
      expect((await call('/')).headers['set-cookie']).toHaveLength(1)
      const { text, headers } = await call('/')
      expect([text, headers['set-cookie']]).toEqual(['1', undefined])
    })

    it('only-if-cached is answered 504 without a stored response', async () => {
      const { call, count } = await cached(numbered({ 'Cache-Control': 'max-age=10' }))
      const only = { headers: { 'Cache-Control': 'only-if-cached' } }
      expect((await call('/', only)).status).toBe(504)
      await call('/')
      expect((await call('/', only)).text).toBe('1')
      expect(count()).toBe(1)
    })

    describe('does not store or share', () => {
      it.each<[what: string, headers: Record<string, string>, request?: Record<string, string>]>([
        ['no-store', { 'Cache-Control': 'no-store' }],
        ['private', { 'Cache-Control': 'private, max-age=10' }],
        ['Set-Cookie', { 'Cache-Control': 'max-age=10', 'Set-Cookie': 'a=1' }],
        ['Vary: *', { 'Cache-Control': 'max-age=10', Vary: '*' }],
        ['authorized requests', { 'Cache-Control': 'public, max-age=10' }, { Authorization: 'Basic YTpi' }],
        ['ranges', { 'Cache-Control': 'max-age=10' }, { Range: 'bytes=0-1' }],
        ['overridden methods', { 'Cache-Control': 'max-age=10' }, { 'X-HTTP-Method-Override': 'DELETE' }],
        ['requests with no-store', { 'Cache-Control': 'max-age=10' }, { 'Cache-Control': 'no-store' }],
        ['responses without expiry to cookies', {}, { Cookie: 'session=1' }],
      ])('%s', async (_, headers, request = {}) => {
        const { call } = await cached(numbered(headers))
        expect([(await call('/', { headers: request })).text, (await call('/', { headers: request })).text]).toEqual([
          ...['1', '2'],
        ])
      })

      it('what differs in path, query, host or port', async () => {
        const { call, count } = await cached(({ url = '', headers }, response) => {
          response.writeHead(200, { 'Cache-Control': 'max-age=10' })
          response.end(`${url} ${headers['x-forwarded-host']}`)
        })
        const paths = ['/a?x=1&y=2', '/a?y=2&x=1', '/a', '/A', '/a/', '/%61b', '/a%62']
        const texts: string[] = []
        for (const path of paths) texts.push((await call(path)).text)
        expect(texts.map((text) => text.split(' ')[0])).toEqual([
          ...['/a?x=1&y=2', '/a?y=2&x=1', '/a', '/A', '/a/', '/ab', '/ab'],
        ])
        expect(count()).toBe(6)
        const evil = await call('/a', { headers: { Host: 'shop.example:81', 'X-Forwarded-Host': 'evil.example' } })
        expect(evil.text).toBe('/a shop.example:81')
        expect((await call('/a')).text).not.toContain(':81')
      })

      it('what a backend made of headers that are not for it to see', async () => {
        const { call } = await cached(({ headers }, response) => {
          response.writeHead(200, { 'Cache-Control': 'max-age=10' })
          response.end(['x-forwarded-host', 'x-original-url', 'x-forwarded-prefix'].map((one) => headers[one]).join())
        })
        const poison = { 'X-Forwarded-Host': 'evil', 'X-Original-URL': '/admin', 'X-Forwarded-Prefix': '/evil' }
        expect((await call('/', { headers: poison })).text).not.toMatch(/evil|admin/)
      })

      it('a response that breaks off', async () => {
        const { call, count } = await cached((_, response, times) => {
          if (times > 1) response.end('whole')
          else {
            response.writeHead(200, { 'Cache-Control': 'max-age=10', 'Content-Length': 100_000 })
            response.write('a'.repeat(50_000), () => response.socket?.destroy())
          }
        })
        await call('/').catch(() => {})
        expect([(await call('/')).text, count()]).toEqual(['whole', 2])
      })

      it('a body that is too large, whether its length is known or not', async () => {
        const { call, count } = await cached(
          ({ url }, response) => {
            if (url === '/unknown') response.write('a')
            response.end('a'.repeat(100))
          },
          { max_bytes: 100 },
        )
        for (const path of ['/unknown', '/unknown', '/known', '/known']) await call(path)
        expect(count()).toBe(3)
      })

      it('error pages of the gateway', async () => {
        const { call } = await cached(
          ({ socket }, response, times) => {
            if (times === 1) socket.destroy()
            else response.end('up')
          },
          { statuses: [200, 502] },
        )
        expect([(await call('/')).status, (await call('/')).text]).toEqual([502, 'up'])
      })
    })
  })
}
