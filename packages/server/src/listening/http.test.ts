import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, known } from '../fixtures/known.fixture.ts'
import { chunk, chunked, connect, head } from '../fixtures/raw.fixture.ts'
import { createServer, type Server } from '../serve/create-server.ts'
import { listen } from './listen.ts'

let server: Server
const reports: unknown[] = []
beforeAll(async () => {
  server = await createServer({ port: 0, ...known, report: (error) => reports.push(error) })
})
afterAll(() => server.close())

/** Sends a request exactly as given, and reads the response. */
async function answerTo(...texts: readonly string[]): Promise<{ status: number; body: string; text: string }> {
  const connection = await connect(server.url)
  for (const text of texts) connection.send(text)
  const text = await connection.until(/\r\n\r\n.+$/)
  connection.destroy()
  return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4), text }
}

const json = { 'Content-Type': 'application/json' }
const feature = (id: string) => JSON.stringify({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })

describe('a request on a socket', () => {
  it('can arrive in pieces', async () => {
    const body = feature('pieces')
    const first = head('POST', '/api/features', { ...json, 'Content-Length': body.length })
    const pieces = [first.slice(0, 14), first.slice(14, 40), first.slice(40) + body.slice(0, 3), body.slice(3)]
    const { status } = await answerTo(...pieces)
    expect(status).toBe(201)
  })

  it('can follow another on the same connection', async () => {
    const connection = await connect(server.url)
    connection.send(head('GET', '/api/_health') + head('GET', '/api/_health'))
    expect(await connection.until(/"up"[\s\S]*"up"/)).toContain('HTTP/1.1 200')
    connection.destroy()
  })

  it.each([
    ['without a host', 'GET /api/_health HTTP/1.1\r\n\r\n'],
    ['of no HTTP', 'HELO signalbox\r\n\r\n'],
    [
      'with two lengths',
      `${head('POST', '/api/features', { ...json, 'Content-Length': 1, 'Transfer-Encoding': 'chunked' })}0\r\n\r\n`,
    ],
    ['with a length that is none', head('POST', '/api/features', { ...json, 'Content-Length': 'many' })],
    ['with a broken chunk', `${head('POST', '/api/features', chunked())}zz\r\n`],
  ])('%s is 400, and its connection closed', async (_, text) => {
    const connection = await connect(server.url)
    connection.send(text)
    expect(await connection.closed).toMatch(/^HTTP\/1.1 400 /)
  })

  it.each(['/api/features/..%2f..%2fetc', '/api/features/%', '/api/features/%E0%A4%A', '/api/features/a%00b'])(
    'for %s is 400',
    async (path) => {
      const { status, body } = await answerTo(head('GET', path))
      expect([status, JSON.parse(body).code]).toEqual([400, 'INVALID'])
    },
  )

  it.each(['/api//features', '/api/features%2Fa'])('for %s receives a response', async (path) => {
    const { status } = await answerTo(head('GET', path))
    expect([200, 400, 404]).toContain(status)
  })

  it.each([
    ['two hosts', head('GET', '/api/me', { host: 'evil.example' })],
    ['another host in its target', head('GET', 'http://evil.example/api/me')],
    ['dots that lead elsewhere', head('GET', '/x/../api/me')],
    ['encoded dots', head('GET', '/api/%2e%2E/api/me')],
    ['a dot', head('GET', '/api/./me')],
    ['encoded letters', head('GET', '/%61pi/me')],
    ['a fragment', head('GET', '/api/me#x')],
  ])('with %s is 400, because proxies may interpret it differently', async (_, text) => {
    const { status, body } = await answerTo(text)
    expect([status, JSON.parse(body).code]).toEqual([400, 'INVALID'])
  })

  it.each([
    ['a page', '', head('GET', '/')],
    ['a login', 'origin: http://1.2.3.4.5', head('POST', '/api/login', { ...json, 'Content-Length': 2 })],
    ['a write', 'cookie: signalbox_session=x', head('PUT', '/api/features/x', { ...json, 'Content-Length': 2 })],
  ])('for %s at a host that is none is 400', async (_, header, text) => {
    const { status, body } = await answerTo(text.replace('Host: localhost', `Host: 1.2.3.4.5\r\n${header || 'x: y'}`))
    expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: 'INVALID' })])
    expect(body).toContain('The Host header is invalid')
    expect(reports).toEqual([])
  })

  it.each([
    ['its own host in its target', head('GET', 'http://localhost/api/me')],
    ['dots in its query', head('GET', '/api/me?x=../%61')],
    ['an encoded colon', head('GET', '/api/counts/features?pattern=a%3A*')],
  ])('with %s is 200', async (_, text) => {
    expect((await answerTo(text)).status).toBe(200)
  })

  it('with an id of 10,000 characters is 400', async () => {
    const { status, body } = await answerTo(head('GET', `/api/features/${'x'.repeat(10_000)}`))
    expect([status, JSON.parse(body).code]).toEqual([400, 'INVALID'])
    expect(body.length).toBeLessThan(1000)
  })

  it('with too large headers is 431', async () => {
    const connection = await connect(server.url)
    connection.send(head('GET', '/api/_health', { 'X-Long': 'x'.repeat(20_000) }))
    expect(await connection.closed).toMatch(/^HTTP\/1.1 431 /)
  })
})

describe('a body on a socket', () => {
  it.each([
    ['a check', 'POST', '/api/features/nothing/check', {}, 404],
    ['a creation', 'POST', '/api/features', json, 400],
    ['an upload', 'POST', '/api/features.ndjson', { 'Content-Type': 'application/nd-json' }, 200],
    ['a display', 'POST', '/api/experiments/nothing/displayed?clientId=a', {}, 404],
    ['a deletion', 'DELETE', '/api/features/nothing', {}, 404],
    ['a page', 'HEAD', '/', {}, 200],
  ])('may be missing, of %s', async (_, method, path, headers, expected) => {
    const connection = await connect(server.url)
    connection.send(head(method, path, headers))
    const first = await connection.until(/\r\n\r\n/)
    connection.send(head('GET', '/api/_live'))
    expect(Number(first.slice(9, 12))).toBe(expected)
    await connection.until(/HTTP[\s\S]*HTTP\/1.1 200/)
    connection.destroy()
  })

  it('with a too large Content-Length is 413 before it is sent', async () => {
    const { status, body } = await answerTo(head('POST', '/api/features', { ...json, 'Content-Length': 2 ** 40 }))
    expect([status, JSON.parse(body).code]).toEqual([413, 'TOO_LARGE'])
  })

  it('that never ends is 413, and its connection closed', async () => {
    const connection = await connect(server.url)
    connection.send(head('POST', '/api/features', chunked()))
    const part = chunk(' '.repeat(64 * 1024))
    for (let sent = 0; sent <= 1024 * 1024; sent += 64 * 1024) connection.send(part)
    expect(await connection.until(/TOO_LARGE/)).toMatch(/^HTTP\/1.1 413 /)
    await connection.closed
  })

  it('of another type is 415 without waiting for it', async () => {
    const { status } = await answerTo(
      head('POST', '/api/features', { 'Content-Type': 'text/plain', 'Content-Length': 9 }),
    )
    expect(status).toBe(415)
  })

  it('of 100,000 levels does no harm, as a record or a context', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const post = (path: string, body: string) => call(server.url + path, { method: 'POST', headers: json, body })
    expect((await post('/api/configs', `{"id":"deep","value":${deep}}`)).status).toBe(400)
    await post('/api/features', feature('deep'))
    const context = `{"id":"u","deep":${deep}}`
    expect(await (await post('/api/features/deep/check', context)).json()).toEqual({ active: true })
    expect((await post('/api/features/deep/check?explain=true', context)).status).toBe(200)
    expect((await post('/api/tree/features', context)).status).toBe(200)
  })

  it.each(['application/json', 'application/nd-json'])(
    'of %s whose sender disconnects is not reported',
    async (type) => {
      const path = type === 'application/json' ? '/api/configs' : '/api/configs.ndjson'
      const before = reports.length
      const gone = await connect(server.url)
      gone.send(head('POST', path, chunked(type)) + chunk('{"id":"gone","value":1}\n'))
      const other = await connect(server.url)
      other.send(head('GET', '/api/_health'))
      await other.until(/"up"/)
      gone.destroy()
      await gone.closed
      other.send(head('GET', '/api/_health'))
      await other.until(/"up"[\s\S]*"up"/)
      other.destroy()
      expect(reports.slice(before)).toEqual([])
    },
  )
})

describe('a response on a socket', () => {
  it('is streamed', async () => {
    const value = 'x'.repeat(1000)
    await server.box.configs.import({ body: Array.from({ length: 30_000 }, (_, i) => ({ id: `d${i}`, value })) })
    const answer = await call(`${server.url}/api/configs.ndjson?pattern=d*`)
    let bytes = 0
    for await (const part of answer.body!) bytes += part.length
    expect(bytes).toBeGreaterThan(30_000 * 1000)
    expect(answer.headers.get('Transfer-Encoding')).toBe('chunked')
  })

  it('to HEAD ends at once, for event streams too', async () => {
    for (const path of ['/api/events', '/api/features', '/api/features.ndjson']) {
      const answer = await call(server.url + path, { method: 'HEAD' })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
    }
  })

  it('continues for many readers of events, and ends for those who leave', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => connect(server.url)))
    for (const reader of readers) reader.send(head('GET', '/api/events?patterns=fan'))
    await Promise.all(readers.map((reader) => reader.until(/keep-alive\n/)))
    for (const reader of readers.slice(10)) reader.destroy()
    await server.box.configs.create({ body: { id: 'fan', value: 1 } })
    const frames = await Promise.all(readers.slice(0, 10).map((reader) => reader.until(/"key":"fan"[\s\S]*\n\n/)))
    expect(new Set(frames.map((text) => /id: \d+/.exec(text)?.[0])).size).toBe(1)
    for (const reader of readers) reader.destroy()
  })

  it('is aborted without details if the store fails', async () => {
    const failure = new Error('disk of the store: /var/secret')
    const failures: unknown[] = []
    const store = memoryStore()
    const scan = async function* (...args: Parameters<typeof store.scan>) {
      yield* store.scan(...args)
      if (args[0] === 'configs') throw failure
    }
    const box = createSignalbox({ store: { ...store, scan }, loadOnWrite: false })
    await box.configs.import({
      body: [
        { id: 'first', value: 'x'.repeat(100_000) },
        { id: 'second', value: 1 },
      ],
    })
    const app = toHono(box, { access: 'open', report: (error) => failures.push(error) })
    const http = createHttpServer(getRequestListener(app.fetch))
    await listen(http, { host: '127.0.0.1', port: 0 })

    const connection = await connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`)
    connection.send(head('GET', '/api/configs.ndjson'))
    const text = await connection.closed
    expect(text).toMatch(/^HTTP\/1.1 200 /)
    expect(text).toContain('"id":"first"')
    expect(text.slice(-200)).not.toMatch(/secret|breaks off|0\r\n\r\n$/)
    expect(failures).toEqual([failure])
    await new Promise((resolve) => http.close(resolve))
    await box.close()
  })
})
