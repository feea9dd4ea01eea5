import http from 'node:http'
import { gzipSync } from 'node:zlib'
import * as api from '@opentelemetry/api'
import type { TailEvent } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'
import { recording } from './tracing.fixture.ts'

const secret = 'hunter2-0123456789'
const capture = { capture: true }
const json = { 'Content-Type': 'application/json' }

/** Where a request or its response may have a secret. */
const places: readonly (readonly [
  place: string,
  sent: { headers?: object; query?: string; body?: string; set?: string },
])[] = [
  ['Authorization', { headers: { Authorization: `Bearer ${secret}` } }],
  ['Cookie', { headers: { Cookie: `session=${secret}` } }],
  ['Set-Cookie', { set: 'Set-Cookie' }],
  ['a token of a response', { set: 'X-Auth-Token' }],
  ['a redirect', { set: 'Location' }],
  ['X-API-Key', { headers: { 'X-API-Key': `id:${secret}` } }],
  ['Gateway-Client-Secret', { headers: { 'Gateway-Client-Secret': secret } }],
  ['a header of a slot', { headers: { 'X-Own': secret } }],
  ['a header that is named like a secret', { headers: { 'X-Session-Token': secret } }],
  ['a URL in a header', { headers: { Referer: `https://a.example/?access_token=${secret}` } }],
  ['client_secret', { query: `client_secret=${secret}` }],
  ['access_token', { query: `a=1&access%5Ftoken=${secret}` }],
  ['a member of JSON', { headers: json, body: `{"a":{"password":["${secret}"]}}` }],
  ['JSON that is cut', { headers: json, body: `{"a":"${'x'.repeat(8170)}","password":"${secret}"}` }],
  [
    'a form',
    {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `a=1&client_secret=${secret}`,
    },
  ],
  ['a text', { headers: { 'Content-Type': 'text/plain' }, body: `password: ${secret}` }],
]

/** Registers tests of what is captured. */
export function describeCaptures({ name, open }: ProxySubject): void {
  describe(`${name}: captures`, () => {
    const setUp = scenes(open)

    it('an API with capture keeps heads and the beginning of bodies', async () => {
      const { call, gateway, until } = await setUp(
        (_, response) => response.writeHead(201, json).end('{"id":7,"token":"t"}'),
        { api: capture },
      )
      const body = Buffer.from(`{"password":"x","text":"${'é'.repeat(5000)}"}`)
      await call('/orders?a=1&token=x', { method: 'POST', headers: { ...json, 'X-A': '1' } }, body)
      await until(1)
      const [captured] = gateway.captures('shop')
      expect(captured).toMatchObject({
        ...{ api: 'shop', route: 'shop:all', method: 'POST', host: 'shop.example', path: '/orders', status: 201 },
        query: '?a=1&token=[redacted]',
        request: { body: { bytes: body.length, cut: true } },
        response: { body: { bytes: 20, text: '{"id":7,"token":"[redacted]"}' } },
      })
      expect(captured?.request.headers).toContainEqual({ name: expect.stringMatching(/^x-a$/i), value: '1' })
      expect(captured?.request.body?.text).toMatch(/^\{"password":"\[redacted\]","text":"é+$/)
      expect(captured?.response.headers.map((one) => one.name.toLowerCase())).toContain('content-type')
    })

    it('the last hundred are kept, the newest first, of an API that says so', async () => {
      const { call, gateway, until } = await setUp(undefined, { api: capture })
      for (let i = 0; i < 102; i++) await call(`/${i}`)
      await until(102)
      expect(gateway.captures('shop').map(({ path }) => path)).toEqual(
        Array.from({ length: 100 }, (_, i) => `/${101 - i}`),
      )
      const other = await setUp(undefined)
      await other.call('/')
      await other.until(1)
      expect([other.gateway.captures('shop'), gateway.captures('other')]).toEqual([[], []])
    })

    it('refusals and responses of the gateway itself are captured', async () => {
      const slots = [{ plugin: 'cp:gateway.next.plugins.StaticResponse', config: { status: 200, body: 'own' } }]
      const { call, gateway, until } = await setUp(undefined, { api: capture, slots })
      await call('/')
      await until(1)
      expect(gateway.captures('shop')[0]).toMatchObject({ status: 200, response: { body: { text: 'own' } } })
    })

    it('bodies pass as they are: large ones, encoded ones, and streams at once', async () => {
      const large = Buffer.alloc(300_000, 'abc')
      const zipped = gzipSync(large)
      const waiting = Promise.withResolvers<void>()
      const { call, gateway, until, port, backend } = await setUp(
        (request, response) => {
          if (request.url === '/events') {
            response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: {"token":"t"}\n\n')
            void waiting.promise.then(() => response.end('data: end\n\n'))
            return
          }
          const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain', 'Content-Length': zipped.length }
          response.writeHead(200, headers).end(zipped)
        },
        { api: capture },
      )
      const sent = { 'Content-Length': large.length, 'Accept-Encoding': 'gzip' }
      const { bytes, headers } = await call('/', { method: 'POST', headers: sent }, large)
      if (headers['content-encoding'] === 'gzip') expect(bytes.equals(zipped)).toBe(true)
      else expect(bytes.equals(large)).toBe(true)
      expect(backend.seen[0]!.body).toBe(large.toString())

      const events = await new Promise<http.IncomingMessage>((resolve) => {
        http.get({ port, host: '127.0.0.1', path: '/events', agent: false, headers: { Host: 'shop.example' } }, resolve)
      })
      const first = await new Promise((resolve) => events.once('data', (chunk) => resolve(String(chunk))))
      expect(first).toBe('data: {"token":"t"}\n\n')
      waiting.resolve()
      events.resume()
      await until(2)
      const [streamed, encoded] = gateway.captures('shop')
      expect(encoded?.request.body).toMatchObject({ bytes: large.length, cut: true })
      expect(streamed?.response.body?.text).toBe('data: {"token":"[redacted]"}\n\ndata: end\n\n')
      expect(encoded?.response.body?.text ?? '').not.toMatch(/[^abc]/)
      if (headers['content-encoding'] === 'gzip') expect(encoded?.response.body?.omitted).toBe('encoded')
    })

    it.each(places)(
      'a secret in %s is in no log, tail, capture, decision, explanation, metric or span',
      async (_, sent) => {
        const { headers = {}, query = '', body, set } = sent
        const written: string[] = []
        const { tracer, spans } = recording()
        const extractors = { client_id_header: 'X-Own-Id', client_secret_header: 'X-Own' }
        const { call, gateway, until } = await setUp(
          (_, response) => {
            if (set === 'Location') response.setHeader(set, `https://a.example/?token=${secret}`)
            else if (set) response.setHeader(set, `a=${secret}`)
            response.writeHead(200, json).end(body ?? '{}')
          },
          {
            api: { ...capture, debug_flow: true },
            options: { tracing: { api, tracer } },
            slots: [{ plugin: 'cp:gateway.next.plugins.ApikeyCalls', config: { mandatory: false, extractors } }],
            log: {
              write: (lines) => void written.push(lines),
              query: true,
              headers: Object.keys(headers).filter((one) => one !== 'Referer' && one !== 'X-Session-Token'),
            },
          },
        )
        const heard: TailEvent[] = []
        const stop = gateway.tail({}, (event) => heard.push(event))
        const url = `/orders${query && `?${query}`}`
        const method = body === undefined ? 'GET' : 'POST'
        const response = await call(url, { method, headers: headers as never }, body ? Buffer.from(body) : undefined)
        await until(1)
        stop()
        const explained = gateway.explain({ method, url: `http://shop.example${url}`, headers: headers as never })
        const decision = gateway.decision(response.headers['x-request-id'] as string)
        const captures = gateway.captures('shop')
        const metrics = gateway.metrics()
        await gateway.close()
        expect([written.length, heard.length > 1, captures.length, decision?.api]).toEqual([1, true, 1, 'shop'])
        expect(spans().length).toBeGreaterThan(0)
        const traced = spans().map(({ name, attributes, events, links }) => ({ name, attributes, events, links }))
        const sinks = { written, heard, captures, decision, explained, metrics, traced }
        for (const [sink, told] of Object.entries(sinks))
          expect([sink, JSON.stringify(told)]).toEqual([sink, expect.not.stringContaining('hunter2')])
      },
    )
  })
}
