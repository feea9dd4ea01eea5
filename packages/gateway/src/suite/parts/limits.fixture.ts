import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

/** Registers tests of limits on concurrent requests and on responses. */
export function describeLimits({ name, open, isRaw }: ProxySubject): void {
  describe(`${name}: limits`, () => {
    const setUp = scenes(open)

    it('requests beyond a rate are refused, and every response tells what is left', async () => {
      const { call, backend } = await setUp((_, response) => response.end('ok'), {
        slots: [slot('RateLimit', { rate: 2, window: 3600, by: 'route' })],
      })
      const [first, second, third] = [await call('/'), await call('/'), await call('/')]
      expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
      expect(first.headers['ratelimit-policy']).toBe('"rate";q=2;w=3600')
      expect(first.headers.ratelimit).toMatch(/^"rate";r=1;t=\d+$/)
      expect(third.headers.ratelimit).toMatch(/^"rate";r=0;t=\d+$/)
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(1700)
      expect(third.text).toContain('errors.rate.limit.exceeded')
      expect(backend.seen).toHaveLength(2)
    })

    it('a request beyond the limit of concurrent ones is refused, until one has ended', async () => {
      const waiting: ServerResponse[] = []
      const { call, backend } = await setUp((_, response) => void waiting.push(response), {
        slots: [slot('ConcurrencyLimit', { max: 2 })],
      })
      const running = [call('/'), call('/')]
      await expect.poll(() => waiting.length).toBe(2)
      const { status, headers, text } = await call('/')
      expect([status, headers['retry-after']]).toEqual([503, '1'])
      expect(text).toContain('errors.concurrency.exceeded')
      waiting.shift()?.end('one')
      expect((await Promise.race(running)).text).toBe('one')
      running.push(call('/'))
      await expect.poll(() => waiting.length).toBe(2)
      for (const response of waiting) response.end('ok')
      expect((await Promise.all(running)).map((one) => one.status)).toEqual([200, 200, 200])
      expect(backend.seen).toHaveLength(3)
    })

    it('a place is free again after a refusal later in the chain, and after a client has left', async () => {
      const waiting: ServerResponse[] = []
      const { call, port, until } = await setUp((_, response) => void waiting.push(response), {
        slots: [slot('ConcurrencyLimit', { max: 1 }), slot('RequestBodySizeLimit', { max_bytes: 1 })],
      })
      const tooLarge = { method: 'POST', headers: { 'Content-Length': 2 } }
      for (let i = 0; i < 3; i++) expect((await call('/', tooLarge, Buffer.from('ab'))).status).toBe(413)
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await expect.poll(() => waiting.length).toBe(1)
      expect((await call('/')).status).toBe(503)
      socket.destroy()
      await until(5)
      const last = call('/')
      await expect.poll(() => waiting.length).toBe(2)
      waiting[1]?.end()
      expect((await last).status).toBe(200)
    })

    it('a response that says that it is too large is refused', async () => {
      const { call, until } = await setUp((_, response) => response.end('abcd'), {
        slots: [slot('ResponseBodySizeLimit', { max_bytes: 3 })],
      })
      const { status, text } = await call('/', { headers: { Accept: 'application/json' } })
      expect([status, JSON.parse(text)['gateway-cause']]).toEqual([502, 'errors.backend.body.too.large'])
      expect((await until(1))[0]?.cause).toBe('errors.backend.body.too.large')
      expect((await call('/', { method: 'HEAD' })).status).toBe(200)
    })

    it.each([[[]], [[slot('Compression', { threshold: 0 })]]])(
      'a response that turns out to be too large is cut, also in front of %j',
      async (slots) => {
        const { call, until, reports } = await setUp(
          (_, response) => {
            response.writeHead(200, { 'Content-Type': 'text/plain' })
            response.write('abc', () => response.end('d'))
          },
          { slots: [...slots, slot('ResponseBodySizeLimit', { max_bytes: 3 })] },
        )
        const seen = call('/', { headers: { 'Accept-Encoding': 'gzip' } }).then(({ status }) => status)
        // A host may wait for the first bytes, and respond with an error of its own.
        expect(isRaw ? ['cut'] : ['cut', 500]).toContain(await seen.catch(() => 'cut'))
        expect((await until(1))[0]?.cause).toBe('errors.backend.body.too.large')
        expect(reports).toEqual([])
      },
    )
  })
}
