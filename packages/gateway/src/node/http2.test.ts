import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect as connectTls } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testPlugin } from '../pipeline/pipeline.fixture.ts'
import type { ClientCertificate } from '../plugin-api/connection.ts'
import { startBackend, startRawBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import {
  block,
  connectFrames,
  connectHttp2,
  frame,
  frames,
  receiveHttp2,
  requestHead,
  sendHttp2,
} from '../suite/scene/http2-client.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { reader } from '../suite/scene/raw-http.fixture.ts'
import { type ListenOptions, listen } from './listen.ts'

const tls = { cert: certificates.server, key: certificates.serverKey, ca: certificates.authority }

interface Settings extends Partial<GatewaySettings> {
  readonly listen?: ListenOptions
}

async function inFrontOf(port: number, { listen: options, ...settings }: Settings = {}) {
  const made = gatewayTo({ port, ...settings })
  const listening = await listen(made.gateway, { host: '127.0.0.1', tls, h2: true, ...options })
  onTestFinished(() => listening.close({ drainMs: 0 }))
  const open = () => {
    const session = connectHttp2(listening.port)
    onTestFinished(() => session.destroy())
    return session
  }
  return { ...made, ...listening, open }
}

async function setUp(respond?: Parameters<typeof startBackend>[0], settings?: Settings) {
  const backend = await startBackend(respond)
  onTestFinished(backend.close)
  return { ...backend, ...(await inFrontOf(backend.port, settings)) }
}

async function setUpRaw(handle: Parameters<typeof startRawBackend>[0], settings?: Settings) {
  const backend = await startRawBackend(handle)
  onTestFinished(backend.close)
  return { ...backend, ...(await inFrontOf(backend.port, settings)) }
}

const headersOf = (list: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(list.flatMap((one, i) => (i % 2 === 0 ? [[one.toLowerCase(), list[i + 1] as string]] : [])))

describe('HTTP/2', () => {
  it('is chosen by ALPN, beside HTTP/1.1', async () => {
    const { port, open } = await setUp()
    expect(await sendHttp2(open())).toMatchObject({ status: 200, body: 'ok' })
    const socket = connectTls({ port, host: '127.0.0.1', ca: tls.ca, servername: 'shop.example' })
    const { until } = reader(socket)
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
    expect(await until((_, isClosed) => isClosed)).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  })

  it('is not spoken unless that was asked for', async () => {
    const { open } = await setUp(undefined, { listen: { h2: false } })
    const session = open()
    await expect.poll(() => session.destroyed).toBe(true)
    expect(session.alpnProtocol).not.toBe('h2')
  })

  it('requires TLS', async () => {
    const { gateway } = gatewayTo({ port: 1 })
    await expect(listen(gateway, { h2: true })).rejects.toThrow(
      new RangeError('h2 requires tls: browsers and most clients speak HTTP/2 only over TLS'),
    )
  })

  it('requests come to the backend as those of HTTP/1 do', async () => {
    const { open, seen } = await setUp()
    const cookies = { cookie: ['a=1', 'signalbox_session=x', 'b=2'] }
    await sendHttp2(open(), { ':path': '/a%7Eb?q=1', ...cookies, 'x-own': '1' })
    expect(seen[0]).toMatchObject({ method: 'GET', target: '/a~b?q=1' })
    expect(headersOf(seen[0]?.headers)).toMatchObject({
      ...{ host: 'shop.example', cookie: 'a=1; b=2', 'x-own': '1', 'x-forwarded-proto': 'https' },
      ...{ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'shop.example' },
    })
    expect(seen[0]?.headers.filter((one) => one.startsWith(':'))).toEqual([])
  })

  it('the authority may be in Host', async () => {
    const { port, seen } = await setUp()
    const { socket, of } = await connectFrames(port)
    const head = [...requestHead.slice(0, 4), ...requestHead.slice(6), 'host', 'shop.example']
    socket.write(frame(frames.headers, 5, 1, block(...head)))
    await expect.poll(() => of(frames.data).length).toBeGreaterThan(0)
    expect(headersOf(seen[0]?.headers).host).toBe('shop.example')
    socket.destroy()
  })

  it.each([
    ['another Host than :authority', { host: 'other.example' }, 400, 'errors.request.authority.mismatch'],
    ['a path that is not canonical', { ':path': '/a/../b' }, 400, 'errors.request.path.invalid'],
    ['an unknown expectation', { expect: 'more' }, 417, 'errors.expectation.failed'],
    ['TRACE', { ':method': 'TRACE' }, 405, 'errors.method.not.allowed'],
    ['another host than the certificate covers', { ':authority': 'other.example' }, 404, 'errors.service.not.found'],
    [
      'too many headers',
      Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, ''])),
      431,
      'errors.headers.too.large',
    ],
  ])('a request with %s is refused', async (_, headers, status, cause) => {
    const { open, seen } = await setUp()
    const response = await sendHttp2(open(), { accept: 'application/json', ...headers })
    expect([response.status, response.body]).toEqual([status, expect.stringContaining(cause)])
    expect(seen).toEqual([])
  })

  it('CONNECT is refused', async () => {
    const { open } = await setUp()
    const stream = open().request({ ':method': 'CONNECT', ':authority': 'shop.example:443' }, { endStream: true })
    expect((await receiveHttp2(stream)).status).toBe(405)
  })

  it('bodies go both ways, and many requests share a connection', async () => {
    const { open } = await setUp((_, response, { body }) => response.end(body))
    const session = open()
    const bodies = Array.from({ length: 100 }, (_, i) => String(i % 10).repeat(i === 0 ? 1_000_000 : i))
    const responses = await Promise.all(bodies.map((body) => sendHttp2(session, { ':method': 'POST' }, body)))
    expect(responses.map(({ body }) => body)).toEqual(bodies)
  })

  it('HEAD has the headers of GET, and no body', async () => {
    const { open } = await setUp((_, response) => response.writeHead(200, { 'Content-Length': 5 }).end())
    const { status, headers, body } = await sendHttp2(open(), { ':method': 'HEAD' })
    expect([status, headers['content-length'], body]).toEqual([200, '5', ''])
  })

  it('responses lose what belongs to connections of HTTP/1, and keep the rest', async () => {
    const raw =
      'HTTP/1.1 200 OK\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 1\r\nTransfer-Encoding: chunked\r\n' +
      'Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nETag: "1"\r\nETag: "2"\r\nX-Own: a\r\nX-Own: b\r\n\r\n2\r\nok\r\n0\r\n\r\n'
    const { open } = await setUpRaw((socket) => socket.on('data', () => socket.write(raw)))
    const { headers, body, status } = await sendHttp2(open())
    expect([status, body]).toEqual([200, 'ok'])
    expect(headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], etag: '"1"', 'x-own': 'a, b' })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['connection']))
    for (const name of ['connection', 'x-hop', 'keep-alive', 'transfer-encoding'])
      expect(headers).not.toHaveProperty(name)
  })

  it('trailers always come', async () => {
    const raw = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\nSet-Cookie: a=1\r\n\r\n'
    const { open } = await setUpRaw((socket) => socket.on('data', () => socket.write(raw)))
    expect(await sendHttp2(open())).toMatchObject({ body: 'ok', trailers: { 'x-t': '1' } })
  })

  it('103 Early Hints come with the option', async () => {
    const raw = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
    const { open } = await setUpRaw((socket) => socket.on('data', () => socket.write(raw)), {
      listen: { earlyHints: true },
    })
    const stream = open().request({ ':authority': 'shop.example' })
    const hints: unknown[] = []
    stream.on('headers', (headers) => hints.push([headers[':status'], headers.link]))
    expect(await receiveHttp2(stream)).toMatchObject({ status: 200, body: 'ok' })
    expect(hints).toEqual([[103, '</a>']])
  })

  it('100 Continue comes when the backend gets the request', async () => {
    const { open } = await setUp((_, response, { body }) => response.end(body))
    const stream = open().request({ ':authority': 'shop.example', ':method': 'POST', expect: '100-continue' })
    stream.once('continue', () => stream.end('ping'))
    expect((await receiveHttp2(stream)).body).toBe('ping')
  })

  it('plugins see the certificate of the client, also when it has left', async () => {
    const seen: (ClientCertificate | undefined)[] = []
    const left = Promise.withResolvers<void>()
    const look = testPlugin({
      compile: () => ({
        async request(exchange) {
          seen.push(exchange.certificate)
          await left.promise
          seen.push(exchange.certificate)
          return undefined
        },
      }),
    })
    const { port, until, reports } = await setUp(undefined, {
      plugins: [look],
      slots: [{ plugin: 'test' }],
      listen: { tls: { ...tls, requestCert: true, rejectUnauthorized: false } },
    })
    const session = connectHttp2(port, { cert: certificates.client, key: certificates.clientKey })
    const response = sendHttp2(session)
    await expect.poll(() => seen.length).toBe(1)
    session.destroy()
    await response
    left.resolve()
    expect((await until(1))[0]?.status).toBe(499)
    const certificate = expect.objectContaining({ subject: 'CN=client,O=Shop' })
    expect([seen, reports]).toEqual([[certificate, certificate], []])
  })

  it('a response that breaks is reset, and the connection goes on', async () => {
    let calls = 0
    const { open, until } = await setUpRaw((socket) =>
      socket.on('data', () => {
        if (calls++ > 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart', () => socket.resetAndDestroy())
      }),
    )
    const session = open()
    expect(await sendHttp2(session)).toMatchObject({ status: 200, body: 'part', code: 2 })
    expect((await until(1))[0]).toMatchObject({ status: 200, cause: 'errors.backend.reset' })
    expect(await sendHttp2(session)).toMatchObject({ status: 200, body: 'ok', code: 0 })
  })

  it('a backend that cannot be reached is an error page', async () => {
    const { open } = await setUpRaw((socket) => socket.destroy())
    expect((await sendHttp2(open())).status).toBe(502)
  })
})

describe('clients of HTTP/2', () => {
  it('that cancel a request end the call of the backend, not their other requests', async () => {
    const left = Promise.withResolvers<void>()
    const held: ServerResponse[] = []
    const { open, until } = await setUp((request, response) => {
      if (request.url === '/held') held.push(response)
      else response.writeHead(200).write('data', () => response.on('close', left.resolve))
    })
    const session = open()
    const other = sendHttp2(session, { ':path': '/held' })
    const stream = session.request({ ':authority': 'shop.example' })
    stream.once('data', () => stream.close(8))
    await left.promise
    expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
    await expect.poll(() => held.length).toBe(1)
    held[0]?.end('late')
    expect((await other).body).toBe('late')
  })

  it.each(['GET', 'HEAD'])('that cancel %s before the response end the call of the backend', async (method) => {
    const left = Promise.withResolvers<void>()
    const { open, until, seen } = await setUp((_, response) => void response.on('close', left.resolve))
    const stream = open().request({ ':authority': 'shop.example', ':method': method })
    stream.on('error', () => {})
    await expect.poll(() => seen.length).toBe(1)
    stream.close(8)
    await left.promise
    expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  })

  it('that do not take their response are cut off', async () => {
    const { open, until } = await setUp((_, response) => response.end(Buffer.alloc(4_000_000)), {
      listen: { stalledMs: 200 },
    })
    const stream = open().request({ ':authority': 'shop.example' })
    stream.on('error', () => {})
    stream.pause()
    expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  })

  it('that send their body too slowly get 408', async () => {
    const { open } = await setUp(undefined, { listen: { bodySilenceMs: 100 } })
    const stream = open().request({ ':authority': 'shop.example', ':method': 'POST' })
    stream.write('part')
    expect((await receiveHttp2(stream)).status).toBe(408)
  })

  it('get a response before the end of their body', async () => {
    const refuse = testPlugin({ compile: () => ({ request: () => ({ refuse: 'errors.body.too.large' }) }) })
    const { open, seen } = await setUp(undefined, { plugins: [refuse], slots: [{ plugin: 'test' }] })
    const session = open()
    const stream = session.request({ ':authority': 'shop.example', ':method': 'POST' })
    stream.write(Buffer.alloc(1_000_000))
    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve))
    expect([headers[':status'], seen]).toEqual([413, []])
    stream.close()
    expect((await sendHttp2(session)).status).toBe(413)
  })

  it.each([0, 1, 8])(
    'that reset a request in its body, with the code %i, do not end it for the backend',
    async (code) => {
      const received: string[] = []
      const gone = Promise.withResolvers<void>()
      const { port, until } = await setUpRaw((socket) => {
        socket.on('data', (bytes) => received.push(bytes.toString('latin1')))
        socket.on('close', () => gone.resolve())
      })
      const { socket } = await connectFrames(port)
      const head = [':method', 'POST', ...requestHead.slice(2)]
      socket.write(frame(frames.headers, 4, 1, block(...head)))
      socket.write(frame(frames.data, 0, 1, Buffer.from('part')))
      await expect.poll(() => received.join('')).toContain('part')
      socket.write(frame(frames.reset, 0, 1, Buffer.from([0, 0, 0, code])))
      await gone.promise
      expect(received.join('')).not.toMatch(/0\r\n\r\n$/)
      expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
      socket.destroy()
    },
  )

  it('that send a whole large body to a slow backend are held up, not read into memory', async () => {
    const { open } = await setUpRaw((socket) => {
      socket.pause()
      setTimeout(() => socket.resume(), 300)
      socket.on('end', () => {})
      let got = 0
      socket.on('data', (bytes) => {
        got += bytes.length
        if (got > 8_000_000) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      })
      socket.pause()
    })
    const response = await sendHttp2(open(), { ':method': 'POST' }, Buffer.alloc(8_000_000))
    expect(response).toMatchObject({ status: 200, body: 'ok' })
  })

  it('beyond the limit of requests get 503', async () => {
    const held: ServerResponse[] = []
    const { open } = await setUp((_, response) => void held.push(response), { listen: { maxInFlight: 1 } })
    const session = open()
    const first = sendHttp2(session)
    await expect.poll(() => held.length).toBe(1)
    expect(await sendHttp2(session)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    held[0]?.end('ok')
    expect((await first).body).toBe('ok')
  })
})

describe('connections of HTTP/2', () => {
  it('that cancel too many requests are closed', async () => {
    const { port, until } = await setUp(() => {})
    const { socket, of, isClosed } = await connectFrames(port)
    for (let i = 0; i < 200; i++) {
      const id = 2 * i + 1
      socket.write(
        Buffer.concat([
          frame(frames.headers, 5, id, block(...requestHead)),
          frame(frames.reset, 0, id, Buffer.from([0, 0, 0, 0])),
        ]),
      )
    }
    await expect.poll(isClosed).toBe(true)
    expect(of(frames.goaway).map(({ payload }) => payload.readUInt32BE(4))).toContain(11)
    expect((await until(1))[0]?.status).toBe(499)
  })

  it.each([
    ['two paths', [...requestHead, ':path', '/b']],
    ['a pseudo header behind others', ['accept', '*/*', ...requestHead]],
    ['capitals', [...requestHead, 'Accept', '*/*']],
    ['Connection', [...requestHead, 'connection', 'close']],
    ['Transfer-Encoding', [...requestHead, 'transfer-encoding', 'chunked']],
    ['TE: gzip', [...requestHead, 'te', 'gzip']],
    ['an unknown pseudo header', [':x', 'y', ...requestHead]],
    ['an absolute URL', [...requestHead.slice(0, 6), ':path', 'https://other.example/']],
    ['two lengths', [...requestHead, 'content-length', '1', 'content-length', '2']],
  ])('with %s reach no backend', async (_, head) => {
    const { port, seen } = await setUp()
    const { socket, received } = await connectFrames(port)
    socket.write(frame(frames.headers, 5, 1, block(...head)))
    await expect.poll(() => received.some(({ stream, type }) => stream === 1 || type === frames.goaway)).toBe(true)
    expect(seen).toEqual([])
    socket.destroy()
  })

  it('lose headers with line breaks', async () => {
    const { port, seen } = await setUp()
    const { socket } = await connectFrames(port)
    socket.write(frame(frames.headers, 5, 1, block(...requestHead, 'x', 'a\r\nb: c')))
    await expect.poll(() => seen.length).toBe(1)
    expect(headersOf(seen[0]?.headers)).not.toHaveProperty('x')
    socket.destroy()
  })

  it('serve at most a hundred requests at once', async () => {
    const { open, seen } = await setUp(() => {}, { client: { maxConnections: 200 } })
    const session = open()
    await once(session, 'remoteSettings')
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100)
    expect(session.remoteSettings.maxHeaderListSize).toBe(16_384)
    expect(seen).toEqual([])
  })

  it('that begin no request in time are closed, whatever else they send', async () => {
    const { port } = await setUp(undefined, { listen: { headersTimeout: 100 } })
    const { socket, of, isClosed } = await connectFrames(port)
    const ping = setInterval(() => socket.write(frame(frames.ping, 0, 0, Buffer.alloc(8))), 20)
    socket.write(frame(frames.headers, 0, 1, block(...requestHead)))
    await expect.poll(isClosed).toBe(true)
    clearInterval(ping)
    expect(of(frames.goaway)).toHaveLength(1)
  })

  it('without a request for too long are closed', async () => {
    const { open } = await setUp(undefined, { listen: { keepAliveTimeout: 100 } })
    const session = open()
    await sendHttp2(session)
    await once(session, 'close')
  })

  it('are closed after their last request', async () => {
    const { open } = await setUp(undefined, { listen: { requestsPerConnection: 2 } })
    const session = open()
    expect((await sendHttp2(session)).body).toBe('ok')
    expect((await sendHttp2(session)).body).toBe('ok')
    await expect.poll(() => session.closed).toBe(true)
  })

  it('are closed after their next request when the gateway drains, and those in progress end', async () => {
    const held: ServerResponse[] = []
    const { open, drain, seen } = await setUp((_, response) => void held.push(response))
    const session = open()
    const first = sendHttp2(session)
    await expect.poll(() => seen.length).toBe(1)
    drain()
    const second = sendHttp2(session)
    await once(session, 'goaway')
    await expect.poll(() => held.length).toBe(2)
    for (const response of held) response.end('served')
    expect([(await first).body, (await second).body]).toEqual(['served', 'served'])
    await expect.poll(() => session.closed).toBe(true)
  })

  it('that open while the gateway drains have one request served', async () => {
    const held: ServerResponse[] = []
    const { open, drain, seen } = await setUp((_, response) => void held.push(response))
    drain()
    const session = open()
    const response = sendHttp2(session)
    await once(session, 'goaway')
    await expect.poll(() => seen.length).toBe(1)
    held[0]?.end('served')
    expect((await response).body).toBe('served')
    await expect.poll(() => session.closed).toBe(true)
  })

  it('end their requests when the gateway closes, and take no new ones', async () => {
    const held: ServerResponse[] = []
    const { open, close, seen } = await setUp((_, response) => void held.push(response))
    const session = open()
    const [first, idle] = [sendHttp2(session), open()]
    await expect.poll(() => seen.length).toBe(1)
    const closed = close()
    await once(session, 'goaway')
    held[0]?.end('late')
    expect((await first).body).toBe('late')
    await closed
    expect([session.destroyed, idle.closed]).toEqual([true, true])
  })

  it('are cut off when their requests do not end in time', async () => {
    const { open, close, seen } = await setUp(() => {})
    const response = sendHttp2(open())
    await expect.poll(() => seen.length).toBe(1)
    await close({ drainMs: 50 })
    expect((await response).status).toBe(0)
  })
})
