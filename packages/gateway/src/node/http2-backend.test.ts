import { once } from 'node:events'
import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startRawBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { frame, frames } from '../suite/scene/http2-client.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'
import { listen } from './listen.ts'

type Respond = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, body: string) => void

const { authority, server: cert, serverKey: key } = certificates

/** A server of HTTP/2, without TLS, that responds like this. */
async function startHttp2(respond: Respond, { isSecure = false, allowHTTP1 = false, settings = {} } = {}) {
  const sessions = new Set<ServerHttp2Session>()
  const server = isSecure ? createSecureServer({ key, cert, allowHTTP1, settings }) : createServer({ settings })
  const seen: IncomingHttpHeaders[] = []
  let connections = 0
  server.on('session', (session) => {
    connections++
    sessions.add(session)
    session.on('error', () => {})
  })
  server.on('stream', (stream, headers) => {
    seen.push(headers)
    const chunks: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => respond(stream, headers, Buffer.concat(chunks).toString('latin1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  return { server, seen, sessions, connections: () => connections, port: (server.address() as AddressInfo).port }
}

async function inFrontOf(port: number, settings: Partial<GatewaySettings> = {}) {
  const made = gatewayTo({ port, target: { protocol: 'h2c' }, ...settings })
  const listening = await listen(made.gateway, { host: '127.0.0.1' })
  onTestFinished(() => listening.close({ drainMs: 0 }))
  const send = async (head = '', method = 'GET') => {
    const raw = `${method} / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n${head}\r\n`
    const { responses, cut, text } = await exchangeRaw(raw, { port: listening.port, responses: 1 })
    return { ...responses[0], cut, text }
  }
  return { ...made, send }
}

async function setUp(respond: Respond, settings?: Partial<GatewaySettings>) {
  const backend = await startHttp2(respond)
  return { ...backend, ...(await inFrontOf(backend.port, settings)) }
}

const ok: Respond = (stream) => {
  if (stream.destroyed) return
  stream.respond({ ':status': 200 })
  stream.end('ok')
}

describe('backends of HTTP/2', () => {
  it('without TLS are called by h2c', async () => {
    const { send, seen } = await setUp(ok)
    expect(await send('Cookie: a=1\r\nX-Own: 1\r\n')).toMatchObject({ status: 200, body: 'ok' })
    expect(seen[0]).toMatchObject({
      ...{ ':method': 'GET', ':path': '/', ':authority': 'shop.example', ':scheme': 'http' },
      ...{ cookie: 'a=1', 'x-own': '1', 'x-forwarded-for': '127.0.0.1' },
    })
  })

  const target = { hostname: 'backend.test', ip_address: '127.0.0.1', tls: true, protocol: 'HTTP/2' }

  it('with TLS are chosen by ALPN', async () => {
    const { port, seen } = await startHttp2(ok, { isSecure: true, allowHTTP1: true })
    const { send } = await inFrontOf(port, { target: { ...target, tls_config: { ca: [authority] } } })
    expect(await send()).toMatchObject({ status: 200, body: 'ok' })
    expect(seen[0]?.[':scheme']).toBe('https')
  })

  it('that speak only HTTP/1.1 are called so', async () => {
    const { createServer } = await import('node:https')
    const server = createServer({ key, cert }, (request, response) => response.end(request.httpVersion))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    onTestFinished(() => server.closeAllConnections())
    const { port } = server.address() as AddressInfo
    const { send } = await inFrontOf(port, { target: { ...target, tls_config: { ca: [authority] } } })
    expect(await send()).toMatchObject({ status: 200, body: '1.1' })
  })

  it('get many requests over one connection', async () => {
    const held: ServerHttp2Stream[] = []
    const { send, connections } = await setUp((stream) => void held.push(stream))
    const responses = Array.from({ length: 50 }, () => send())
    await expect.poll(() => held.length).toBe(50)
    for (const stream of held) ok(stream, {}, '')
    expect((await Promise.all(responses)).map(({ body }) => body)).toEqual(Array.from({ length: 50 }, () => 'ok'))
    expect(connections()).toBe(1)
  })

  it('get more connections if one takes no more requests', async () => {
    const held: ServerHttp2Stream[] = []
    const { port, connections } = await startHttp2((stream) => void held.push(stream), {
      settings: { maxConcurrentStreams: 10 },
    })
    const { send } = await inFrontOf(port)
    const first = send()
    await expect.poll(() => held.length).toBe(1)
    const responses = Array.from({ length: 29 }, () => send())
    await expect.poll(() => held.length).toBe(30)
    expect(connections()).toBeGreaterThanOrEqual(3)
    for (const stream of held) ok(stream, {}, '')
    expect((await Promise.all([first, ...responses])).every(({ status }) => status === 200)).toBe(true)
  })

  it('get bodies', async () => {
    const { send } = await setUp((stream, _, body) => {
      stream.respond({ ':status': 200 })
      stream.end(body)
    })
    expect((await send('Content-Length: 4\r\n\r\nping', 'POST')).body).toBe('ping')
    expect((await send('Transfer-Encoding: chunked\r\n\r\n4\r\nping\r\n0\r\n', 'POST')).body).toBe('ping')
  })

  it('get no headers of HTTP/1 connections, and their own do not reach clients', async () => {
    const { send, seen } = await setUp((stream) => {
      stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'], 'x-own': '1', 'proxy-authenticate': 'Basic' })
      stream.end('ok')
    })
    const { head, headers } = await send('Connection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nTE: gzip\r\n')
    expect(Object.keys(seen[0]!).filter((name) => ['connection', 'x-hop', 'keep-alive', 'te'].includes(name))).toEqual(
      [],
    )
    expect(headers?.get('set-cookie')).toEqual(['a=1', 'b=2'])
    expect([headers?.get('x-own'), headers?.get('proxy-authenticate')]).toEqual([['1'], undefined])
    expect(head).not.toContain(':status')
  })

  it('of gRPC are told that trailers are taken', async () => {
    const { send, seen } = await setUp(ok)
    await send('Content-Type: application/grpc+proto\r\nTE: trailers\r\nConnection: TE\r\n')
    await send('TE: trailers\r\nConnection: TE\r\n')
    expect(seen.map(({ te }) => te)).toEqual(['trailers', undefined])
  })

  it('send trailers to clients that take them', async () => {
    const { send } = await setUp((stream) => {
      stream.respond({ ':status': 200 }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-t': '1' }))
      stream.end('ok')
    })
    expect((await send('TE: trailers\r\nConnection: TE\r\n')).trailers).toBe('x-t: 1')
    expect((await send()).trailers).toBe('')
  })

  it('respond to HEAD, and without a body', async () => {
    const { send } = await setUp((stream, { ':method': method }) =>
      stream.respond({ ':status': method === 'HEAD' ? 200 : 204, 'x-own': '1' }, { endStream: true }),
    )
    expect((await send('', 'HEAD')).status).toBe(200)
    expect((await send('', 'DELETE')).status).toBe(204)
  })

  it('send 103 Early Hints, which are dropped without the option', async () => {
    const { send } = await setUp((stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a>' })
      ok(stream, {}, '')
    })
    expect(await send()).toMatchObject({ status: 200, body: 'ok' })
  })
})

describe('backends of HTTP/2 that fail', () => {
  it('a stream that is reset before its head is 502', async () => {
    const { send, until } = await setUp((stream) => stream.close(2))
    expect((await send()).status).toBe(502)
    expect((await until(1))[0]?.cause).toBe('errors.backend.unreachable')
  })

  it.each([0, 1, 2, 8, 11])('a stream that is reset in its body with the code %i cuts the response', async (code) => {
    const { send, until } = await setUpFrames([
      frame(frames.headers, 4, 1, status200),
      frame(frames.data, 0, 1, Buffer.from('part')),
      frame(frames.reset, 0, 1, Buffer.from([0, 0, 0, code])),
    ])
    const { text, cut } = await send()
    expect([text.startsWith('HTTP/1.1 200'), cut]).toEqual([true, true])
    expect((await until(1))[0]?.cause).toBe('errors.backend.reset')
  })

  it('a connection that ends in a body cuts the response', async () => {
    const { send } = await setUpFrames(
      [frame(frames.headers, 4, 1, status200), frame(frames.data, 0, 1, Buffer.from('part'))],
      { isClosed: true },
    )
    expect((await send()).cut).toBe(true)
  })

  it('a stream that is refused is tried once more', async () => {
    let calls = 0
    const { send } = await setUp((stream) => (calls++ === 0 ? stream.close(7) : ok(stream, {}, '')))
    expect((await send()).status).toBe(200)
  })

  it('a connection that goes away ends what runs, and the next request has a new one', async () => {
    let first: ServerHttp2Stream | undefined
    const { send, connections } = await setUp((stream) => {
      if (first) ok(stream, {}, '')
      else {
        first = stream
        stream.session?.goaway(0, stream.id as number)
        setTimeout(() => ok(stream, {}, ''), 50)
      }
    })
    expect(await send()).toMatchObject({ status: 200, body: 'ok' })
    expect(await send()).toMatchObject({ status: 200, body: 'ok' })
    expect(connections()).toBe(2)
  })

  it('a connection that breaks is 502, and the next request has a new one', async () => {
    let calls = 0
    const { send } = await setUp((stream) => (calls++ === 0 ? stream.session?.destroy() : ok(stream, {}, '')))
    expect((await send()).status).toBe(502)
    expect((await send()).status).toBe(200)
  })

  it('a body of another length than it says cuts the response', async () => {
    const { send } = await setUp((stream) => {
      stream.respond({ ':status': 200, 'content-length': 9 })
      stream.end('part')
    })
    const { status, cut } = await send()
    expect(status === 502 || cut).toBe(true)
  })

  it('silence before the head is 504, and ends only that request', async () => {
    const { send, seen } = await setUp((stream, { 'x-own': own }) => void (own && ok(stream, {}, '')), {
      client: { callTimeout: 150 },
    })
    const silent = send()
    await expect.poll(() => seen.length).toBe(1)
    expect((await send('X-Own: 1\r\n')).status).toBe(200)
    expect((await silent).status).toBe(504)
    expect((await send('X-Own: 1\r\n')).status).toBe(200)
  })

  it('a window of zero holds a body up until its time limit', async () => {
    const { port } = await startHttp2(ok, { settings: { initialWindowSize: 0 } })
    const { send } = await inFrontOf(port, { client: { callTimeout: 300, idleTimeout: 300 } })
    expect((await send()).status).toBe(200)
    expect((await send('Content-Length: 4\r\n\r\nping', 'POST')).status).toBe(504)
  })

  it('what is not HTTP/2 is 502', async () => {
    const backend = await startRawBackend((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad\r\n\r\n')))
    onTestFinished(backend.close)
    const { send } = await inFrontOf(backend.port)
    expect((await send()).status).toBe(502)
  })

  it.each([
    ['an unknown status', [0x08, 3, 0x39, 0x39, 0x39]],
    ['a header that is not in the table', [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('%s is 502', async (_, block) => {
    const { send } = await setUpFrames([frame(frames.headers, 5, 1, Buffer.from(block))])
    expect((await send()).status).toBe(502)
  })
})

/** A gateway in front of a server that responds to its first request with these frames. */
async function setUpFrames(all: readonly Buffer[], { isClosed = false } = {}) {
  const backend = await startRawBackend((socket) => {
    let isAnswered = false
    socket.write(frame(frames.settings, 0, 0))
    socket.on('data', (bytes) => {
      // The preface comes with the settings, and the head of the request with them or alone.
      if (isAnswered || !hasHead(bytes)) return
      isAnswered = true
      socket.write(Buffer.concat(all), () => isClosed && socket.end())
    })
  })
  onTestFinished(backend.close)
  return inFrontOf(backend.port, { client: { callTimeout: 2000 } })
}

/** Whether bytes contain the head of a request. */
function hasHead(bytes: Buffer): boolean {
  let at = bytes.toString('latin1').startsWith('PRI') ? 24 : 0
  for (; at + 9 <= bytes.length; at += 9 + bytes.readUIntBE(at, 3)) if (bytes[at + 3] === frames.headers) return true
  return false
}

/** `:status: 200` of the static table. */
const status200 = Buffer.from([0x88])
