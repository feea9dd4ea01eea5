import { once } from 'node:events'
import { createServer } from 'node:http'
import { createSecureServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { testPlugin } from '../../pipeline/pipeline.fixture.ts'
import { startBackend } from '../../suite/scene/backend.fixture.ts'
import { certificates } from '../../suite/scene/certificates.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw, reader } from '../../suite/scene/raw-http.fixture.ts'
import { ACCEPT, type Asked, handshake, startSwitchingBackend, switching } from '../../suite/scene/websocket.fixture.ts'
import { type ListenOptions, listen } from '../listen.ts'
import { toNode } from '../to-node.ts'

const onEnd: (() => unknown)[] = []
afterEach(async () => {
  for (const end of onEnd.splice(0).reverse()) await end()
})

type Settings = Partial<GatewaySettings> & { readonly listen?: ListenOptions }

async function setUp(handle: (asked: Asked) => void, { listen: options, ...settings }: Settings = {}) {
  const backend = await startSwitchingBackend(handle)
  onEnd.push(backend.close)
  const made = gatewayTo({ port: backend.port, ...settings })
  const listening = await listen(made.gateway, { host: '127.0.0.1', ...options })
  onEnd.push(() => listening.close({ drainMs: 0 }))
  const open = (send = '') => {
    const socket = connect(listening.port, '127.0.0.1')
    onEnd.push(() => socket.destroy())
    if (send !== '') socket.write(Buffer.from(send, 'latin1'))
    return { socket, ...reader(socket) }
  }
  /** Opens a WebSocket; resolves when it is open. */
  const openWebSocket = async (more?: Parameters<typeof handshake>[0]) => {
    const client = open(handshake(more))
    await client.until((text) => text.includes('\r\n\r\n'))
    return client
  }
  return { ...made, ...listening, backend, open, openWebSocket }
}

/** Accepts a WebSocket, and calls back with its connection. */
const accepting =
  (then: (socket: Socket) => void = () => {}, more = '') =>
  ({ socket, head }: Asked) => {
    socket.write(switching(head, more))
    then(socket)
  }
const echoing = accepting((socket) => void socket.pipe(socket))
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4)

describe('a WebSocket', () => {
  it.each([
    [
      'Traefik',
      'X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-Host: shop.example\r\nX-Forwarded-Port: 443\r\nX-Forwarded-Proto: wss\r\nX-Forwarded-Server: edge-1\r\nX-Real-Ip: 203.0.113.7\r\n',
    ],
    [
      'two proxies',
      'X-Forwarded-For: 203.0.113.7, 127.0.0.1\r\nX-Forwarded-Host: shop.example, inner\r\nX-Forwarded-Port: 443, 80\r\nX-Forwarded-Proto: https,http\r\n',
    ],
    ['a proxy with Forwarded', 'Forwarded: for="203.0.113.7:4711";proto=wss;host=shop.example\r\n'],
  ])('is opened behind %s', async (_, more) => {
    const options = { trust: { proxies: ['127.0.0.0/8'] } }
    const { openWebSocket, backend } = await setUp(echoing, {
      options,
      slots: [{ plugin: 'cp:gateway.next.plugins.ForceHttpsTraffic' }],
    })
    const client = await openWebSocket({ lines: { Host: 'inner.example' }, more })
    expect(client.text()).toMatch(/^HTTP\/1\.1 101 /)
    client.socket.write('ping')
    await client.until((text) => bodyOf(text) === 'ping')
    const told = Object.fromEntries(
      [...backend.heads[0]!.matchAll(/^(x-forwarded-(?:for|proto|host|port)): (.*)\r$/gim)].map(([, name, value]) => [
        name!.toLowerCase(),
        value,
      ]),
    )
    expect(told).toMatchObject({
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-port': '443',
    })
    expect(told['x-forwarded-for']).toMatch(/^203\.0\.113\.7(, 127\.0\.0\.1)+$/)
  })

  it('is opened by the backend, with what the client asked for', async () => {
    const { openWebSocket, backend } = await setUp(accepting(undefined, 'Sec-WebSocket-Protocol: b\r\nX-Own: 1\r\n'))
    const { text } = await openWebSocket({
      more: 'Sec-WebSocket-Protocol: a, b\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n',
    })
    const [head = ''] = backend.heads
    expect(head).toMatch(/^GET \/chat HTTP\/1\.1\r\n/)
    expect(
      head
        .match(/^(upgrade|connection|sec-websocket-.*?):.*/gim)
        ?.map((line) => line.toLowerCase())
        .sort(),
    ).toEqual([
      'connection: upgrade',
      'sec-websocket-extensions: permessage-deflate; client_max_window_bits',
      'sec-websocket-key: dghlihnhbxbszsbub25jzq==',
      'sec-websocket-protocol: a, b',
      'sec-websocket-version: 13',
      'upgrade: websocket',
    ])
    expect(head).toMatch(/^X-Forwarded-For: 127\.0\.0\.1\r$/m)
    expect(text()).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
    expect(
      text().match(/^(upgrade|connection|sec-websocket-.*?|x-own|content-length|transfer-encoding):.*/gim),
    ).toEqual([
      `Sec-WebSocket-Accept: ${ACCEPT}`,
      'Sec-WebSocket-Protocol: b',
      'X-Own: 1',
      'Connection: Upgrade',
      'Upgrade: websocket',
    ])
    expect(text()).toMatch(/^X-Request-Id: /m)
  })

  it('passes bytes both ways, those included that come with the head', async () => {
    const { open, until } = await setUp(
      accepting((socket) => {
        socket.write('first ')
        socket.pipe(socket)
      }),
    )
    const { socket, until: received } = open(`${handshake()}early `)
    await received((text) => bodyOf(text) === 'first early ')
    socket.write('later')
    await received((text) => bodyOf(text) === 'first early later')
    socket.end()
    await received((_, isClosed) => isClosed)
    expect(await until(1)).toMatchObject([{ status: 101, cause: undefined, bytesIn: 11, bytesOut: 17 }])
  })

  it('comes with all that a slow side has not yet taken', async () => {
    const size = 32 * 1024 * 1024
    const { openWebSocket, until } = await setUp(
      accepting((socket) => {
        socket.end(Buffer.alloc(size))
        socket.resume()
      }),
    )
    const { socket, text } = await openWebSocket()
    socket.allowHalfOpen = true
    let received = bodyOf(text()).length
    socket.removeAllListeners('data').on('data', (bytes) => {
      received += bytes.length
    })
    socket.end(Buffer.alloc(size))
    await once(socket, 'close')
    expect(await until(1)).toMatchObject([{ bytesIn: size, bytesOut: size }])
    expect(received).toBe(size)
  })

  it.each(['client', 'backend'] as const)('whose %s does not read stops the other side', async (side) => {
    const size = 64 * 1024 * 1024
    const part = Buffer.alloc(65_536)
    let sent = 0
    const isFull = Promise.withResolvers<void>()
    const flood = (socket: Socket) => {
      while (sent < size) {
        sent += part.length
        if (socket.write(part)) continue
        const before = sent
        setTimeout(() => before === sent && isFull.resolve(), 200)
        socket.once('drain', () => flood(socket))
        return
      }
    }
    const { openWebSocket } = await setUp(
      accepting((socket) => {
        if (side === 'client') flood(socket)
        else socket.pause()
      }),
    )
    const { socket } = await openWebSocket()
    if (side === 'client') socket.pause()
    else flood(socket)
    await isFull.promise
    expect(sent).toBeLessThan(size / 2)
  })

  it('may be closed by one side, while the other still sends', async () => {
    const ends: string[] = []
    const { openWebSocket } = await setUp(
      accepting((socket) => {
        socket.allowHalfOpen = true
        socket.resume()
        socket.once('end', () => {
          ends.push('backend')
          setTimeout(() => socket.end('last of the backend'), 50)
        })
      }),
    )
    const { socket, until } = await openWebSocket()
    socket.end()
    expect(bodyOf(await until((_, isClosed) => isClosed))).toBe('last of the backend')
    expect(ends).toEqual(['backend'])
  })

  it('may be closed by the backend, while the client still sends', async () => {
    const received = Promise.withResolvers<string>()
    const { openWebSocket } = await setUp(
      accepting((socket) => {
        const { until } = reader(socket)
        socket.end()
        void until((text) => text.endsWith('client')).then(received.resolve)
      }),
    )
    const { socket } = await openWebSocket()
    socket.allowHalfOpen = true
    await once(socket, 'end')
    socket.end('last of the client')
    expect(await received.promise).toBe('last of the client')
  })

  it('that the client resets is reset to the backend', async () => {
    const error = Promise.withResolvers<NodeJS.ErrnoException>()
    const { openWebSocket, until } = await setUp(accepting((socket) => void socket.resume().on('error', error.resolve)))
    const { socket } = await openWebSocket()
    socket.resetAndDestroy()
    expect((await error.promise).code).toBe('ECONNRESET')
    expect(await until(1)).toMatchObject([{ status: 101, cause: 'errors.client.closed' }])
  })

  it('that the backend resets is reset to the client', async () => {
    const { openWebSocket, until, backend } = await setUp(accepting())
    const { socket } = await openWebSocket()
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => socket.on('error', resolve))
    for (const one of backend.sockets) one.resetAndDestroy()
    expect((await failed).code).toBe('ECONNRESET')
    expect(await until(1)).toMatchObject([{ status: 101, cause: 'errors.backend.reset' }])
  })

  it('that is reset does not count as a failure of the backend', async () => {
    const client = { useCircuitBreaker: true, maxErrors: 2, sampleInterval: 60_000 }
    const { openWebSocket, until, backend } = await setUp(accepting(), { client })
    for (let i = 1; i <= 10; i++) {
      const { until: received, text } = await openWebSocket()
      expect(text()).toMatch(/^HTTP\/1\.1 101/)
      for (const one of backend.sockets) one.resetAndDestroy()
      await received((_, isClosed) => isClosed)
      await until(i)
    }
  })

  it('is closed after a time without a byte, and only then', async () => {
    const { openWebSocket, until, backend } = await setUp(echoing, { listen: { upgradeIdleTimeout: 150 } })
    const { socket, until: received } = await openWebSocket()
    for (let i = 1; i <= 5; i++) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      socket.write('x')
      await received((text) => bodyOf(text).length === i)
    }
    await received((_, isClosed) => isClosed)
    expect(await until(1)).toMatchObject([{ status: 101, bytesIn: 5, bytesOut: 5 }])
    await expect.poll(() => backend.sockets.size).toBe(0)
  })

  it('has no time limit in all', async () => {
    const client = { callTimeout: 100, callAndStreamTimeout: 100, globalTimeout: 100, idleTimeout: 100 }
    const { openWebSocket } = await setUp(echoing, { client })
    const { socket, until: received } = await openWebSocket()
    await new Promise((resolve) => setTimeout(resolve, 400))
    socket.write('still here')
    await received((text) => bodyOf(text) === 'still here')
  })

  it('takes no connection of the pool', async () => {
    const { openWebSocket } = await setUp(echoing, { client: { maxConnections: 1 } })
    for (let i = 0; i < 5; i++) expect((await openWebSocket()).text()).toMatch(/^HTTP\/1\.1 101/)
  })

  it.each([false, true])('passes over TLS, where clients may choose HTTP/2: %s', async (h2) => {
    const { server: cert, serverKey: key, authority: ca } = certificates
    const { port, until } = await setUp(echoing, { listen: { tls: { cert, key }, h2 } })
    const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'shop.example', ALPNProtocols: ['http/1.1'] })
    onEnd.push(() => socket.destroy())
    const { until: received } = reader(socket)
    socket.write(handshake())
    await received((text) => text.includes('\r\n\r\n'))
    socket.write('abc')
    await received((text) => bodyOf(text) === 'abc')
    socket.end()
    expect(await until(1)).toMatchObject([{ status: 101, bytesIn: 3, bytesOut: 3 }])
  })
})

it('a WebSocket is opened over HTTP/1.1, whatever else the backend speaks', async () => {
  const { server: cert, serverKey: key, authority } = certificates
  const server = createHttp2Server({ cert, key, allowHTTP1: true }, (_, response) => void response.end('ok'))
  server.on('upgrade', (request, socket) => {
    const lines = request.rawHeaders.map((one: string, i: number) => (i % 2 === 0 ? `${one}: ` : `${one}\r\n`)).join('')
    socket.write(switching(lines))
    socket.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onEnd.push(() => server.close())
  const backend = { hostname: 'backend.test', ip_address: '127.0.0.1', tls: true, protocol: 'HTTP/2' }
  const target = { ...backend, tls_config: { ca: [authority] } }
  const { gateway } = gatewayTo({ port: (server.address() as AddressInfo).port, target })
  const { port, close } = await listen(gateway, { host: '127.0.0.1' })
  onEnd.push(() => close({ drainMs: 0 }))
  const socket = connect(port, '127.0.0.1')
  const { until } = reader(socket)
  socket.write(`${handshake()}hello`)
  expect(await until((text) => text.endsWith('hello'))).toMatch(/^HTTP\/1\.1 101 /)
  socket.destroy()
})

describe('plugins and a WebSocket', () => {
  const compiled = (hooks: ReturnType<Parameters<typeof testPlugin>[0]['compile']>) => ({
    plugins: [testPlugin({ compile: () => hooks })],
    slots: [{ plugin: 'test' }],
  })

  it('are told of its end', async () => {
    const outcomes: unknown[] = []
    const { openWebSocket } = await setUp(
      echoing,
      compiled({ done: (_, { status, bytesIn }) => void outcomes.push([status, bytesIn]) }),
    )
    const { socket, until } = await openWebSocket()
    socket.write('abc')
    await until((text) => bodyOf(text) === 'abc')
    expect(outcomes).toEqual([])
    socket.end()
    await expect.poll(() => outcomes).toEqual([[101, 3]])
  })

  it('may change the head of its response', async () => {
    const { openWebSocket } = await setUp(
      echoing,
      compiled({
        response: (_, { headers }) => {
          headers.set('X-Own', '1')
          headers.set('Content-Length', '5')
        },
      }),
    )
    const { text } = await openWebSocket()
    expect(text()).toMatch(/^X-Own: 1\r$/m)
    expect(text()).not.toMatch(/content-length/i)
  })

  it('may take their time', async () => {
    const { openWebSocket } = await setUp(
      accepting((socket) => void socket.write('at once')),
      compiled({ response: () => new Promise((resolve) => setTimeout(resolve, 50)) }),
    )
    const { until } = await openWebSocket()
    await until((text) => bodyOf(text) === 'at once')
  })

  it.each([
    ['refuse it', { request: () => ({ refuse: 'errors.credentials.missing' }) }, 401, 0],
    ['replace its response', { response: () => ({ status: 200, headers: [], body: 'mine' }) }, 200, 1],
    [
      'break its response',
      { response: (_: unknown, head: object) => void Object.assign(head, { status: 200 }) },
      500,
      1,
    ],
  ])('may %s, which closes the connection', async (_, hooks, status, calls) => {
    const { port, backend, until } = await setUp(
      accepting((socket) => void socket.write('secret')),
      compiled(hooks as never),
    )
    const { responses, text, isClosed } = await exchangeRaw(
      `${handshake()}GET /2 HTTP/1.1\r\nHost: shop.example\r\n\r\n`,
      {
        port,
      },
    )
    expect(responses.map((one) => one.status)).toEqual([status])
    expect(responses[0]?.headers.get('connection')).toEqual(['close'])
    expect([isClosed, backend.heads.length]).toEqual([true, calls])
    expect(text).not.toContain('secret')
    expect(await until(1)).toMatchObject([{ status }])
    await expect.poll(() => backend.sockets.size).toBe(0)
  })

  it('may read the body, which it does not have', async () => {
    const bodies: unknown[] = []
    const { openWebSocket } = await setUp(
      echoing,
      compiled({ body: 'whole', request: ({ body }) => void bodies.push(body?.length) }),
    )
    expect((await openWebSocket()).text()).toMatch(/^HTTP\/1\.1 101/)
    expect(bodies).toEqual([0])
  })
})

describe('a request for a WebSocket that is malformed', () => {
  it.each([
    ['no key', { lines: { 'Sec-WebSocket-Key': '' } }],
    ['a short key', { lines: { 'Sec-WebSocket-Key': 'AAAA' } }],
    ['a key of 17 bytes', { lines: { 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAAA=' } }],
    ['a key that is not Base64', { lines: { 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25j*Q==' } }],
    ['two keys', { more: 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' }],
    ['a key that Connection names', { lines: { Connection: 'Upgrade, Sec-WebSocket-Key' } }],
    ['no version', { lines: { 'Sec-WebSocket-Version': '' } }],
    ['another version', { lines: { 'Sec-WebSocket-Version': '8' } }],
    ['two versions', { more: 'Sec-WebSocket-Version: 13\r\n' }],
    ['the method POST', { method: 'POST' }],
    ['HTTP/1.0', { version: '1.0' }],
    ['a body', { more: 'Content-Length: 40\r\n' }],
    ['a body in chunks', { more: 'Transfer-Encoding: chunked\r\n' }],
  ])('is answered 400: %s', async (_, malformed) => {
    const { port, backend, until } = await setUp(echoing)
    const sent = `${handshake(malformed)}GET /2 HTTP/1.1\r\nHost: shop.example\r\n\r\n`
    const { responses, isClosed } = await exchangeRaw(sent, { port })
    expect(responses.map(({ status }) => status)).toEqual([400])
    expect(responses[0]?.body).toContain('errors.bad.request')
    expect([isClosed, backend.heads.length]).toEqual([true, 0])
    expect(await until(1)).toHaveLength(1)
  })

  it('is told the version', async () => {
    const { port } = await setUp(echoing)
    const { responses } = await exchangeRaw(handshake({ lines: { 'Sec-WebSocket-Version': '12' } }), { port })
    expect(responses[0]?.headers.get('sec-websocket-version')).toEqual(['13'])
  })

  it.each([
    ['no Host', { lines: { Host: '' } }, 400, 'errors.request.host.invalid'],
    ['two hosts', { more: 'Host: shop.example\r\n' }, 400, 'errors.request.host.invalid'],
    ['two lengths', { more: 'Content-Length: 0\r\nTransfer-Encoding: chunked\r\n' }, 400, 'errors.bad.request'],
    ['Connection that names Host', { lines: { Connection: 'upgrade, host' } }, 400, 'errors.request.framing'],
    ['an unknown host', { lines: { Host: 'other.example' } }, 404, 'errors.service.not.found'],
  ])('is refused like any request: %s', async (_, malformed, status, cause) => {
    const { port, backend } = await setUp(echoing)
    const { responses, isClosed } = await exchangeRaw(handshake(malformed), { port })
    expect(responses.map((one) => one.status)).toEqual([status])
    expect(responses[0]?.body).toContain(cause)
    expect([isClosed, backend.heads.length]).toEqual([true, 0])
  })
})

it('a WebSocket that is one too many is answered 503, and nothing behind it is read', async () => {
  const { openWebSocket, port, backend } = await setUp(echoing, { listen: { maxInFlight: 1 } })
  await openWebSocket()
  const { responses, isClosed } = await exchangeRaw(`${handshake()}GET /2 HTTP/1.1\r\nHost: shop.example\r\n\r\n`, {
    port,
  })
  expect(responses.map(({ status }) => status)).toEqual([503])
  expect([isClosed, backend.heads.length]).toEqual([true, 1])
})

describe('a backend that does not open the WebSocket', () => {
  const line = 'HTTP/1.1 101 Switching Protocols\r\n'
  const usual = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${ACCEPT}\r\n`

  it.each([
    ['no accepted key', `${line}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`],
    ['another accepted key', `${line}${usual.replace('s3p', 's4p')}\r\n`],
    ['two accepted keys', `${line}${usual}Sec-WebSocket-Accept: ${ACCEPT}\r\n\r\n`],
    ['another protocol', `${line}${usual.replace('websocket', 'h2c')}\r\n`],
    ['two protocols', `${line}${usual}Upgrade: h2c\r\n\r\n`],
    ['no Upgrade', `${line}${usual.replace('Upgrade: websocket\r\n', '')}\r\n`],
    ['no Connection', `${line}${usual.replace('Connection: Upgrade\r\n', '')}\r\n`],
    ['a subprotocol of its own', `${line}${usual}Sec-WebSocket-Protocol: mine\r\n\r\n`],
    ['two subprotocols', `${line}${usual}Sec-WebSocket-Protocol: a\r\nSec-WebSocket-Protocol: b\r\n\r\n`],
    ['an extension of its own', `${line}${usual}Sec-WebSocket-Extensions: x-mine\r\n\r\n`],
    ['Connection that names the accepted key', `${line}${usual}Connection: Sec-WebSocket-Accept\r\n\r\n`],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('is answered 502, and none of its bytes are passed on: %s', async (_, response) => {
    const { port, until, backend } = await setUp(({ socket }) => void socket.write(`${response}secret`))
    const { responses, text, isClosed } = await exchangeRaw(handshake({ more: 'Sec-WebSocket-Protocol: a, b\r\n' }), {
      port,
    })
    expect(responses.map(({ status }) => status)).toEqual([502])
    expect(responses[0]?.body).toContain('errors.backend.bad.response')
    expect(text).not.toContain('secret')
    expect(isClosed).toBe(true)
    expect(await until(1)).toMatchObject([{ status: 502, cause: 'errors.backend.bad.response' }])
    await expect.poll(() => backend.sockets.size).toBe(0)
  })

  it.each([
    ['with the headers of one', usual],
    ['without headers', ''],
  ])('but was never asked is answered 502: 101 %s', async (_, headers) => {
    const { port } = await setUp(({ socket }) => void socket.write(`${line}${headers}\r\nsecret`))
    const { responses, text } = await exchangeRaw(
      'GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n',
      { port, responses: 1 },
    )
    expect(responses.map(({ status }) => status)).toEqual([502])
    expect(text).not.toContain('secret')
  })

  it('but responds is passed on, and the connection closed', async () => {
    const { port, until } = await setUp(
      ({ socket }) => void socket.write('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 4\r\nX-Own: 1\r\n\r\nnope'),
    )
    const sent = `${handshake()}GET /2 HTTP/1.1\r\nHost: shop.example\r\n\r\n`
    const { responses, isClosed } = await exchangeRaw(sent, { port })
    expect(responses.map(({ status, body, headers }) => [status, body, headers.get('x-own')])).toEqual([
      [426, 'nope', ['1']],
    ])
    expect(isClosed).toBe(true)
    expect(await until(1)).toMatchObject([{ status: 426, bytesOut: 4 }])
  })

  it('but responds at length is passed on as fast as the client reads', async () => {
    const size = 16 * 1024 * 1024
    const { open } = await setUp(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
      socket.write(Buffer.alloc(size))
    })
    const { socket } = open(handshake())
    socket.removeAllListeners('data').pause()
    await new Promise((resolve) => setTimeout(resolve, 100))
    let received = 0
    socket.on('data', (bytes) => {
      received += bytes.length
    })
    socket.resume().once('end', () => socket.end())
    await once(socket, 'close')
    expect(received).toBeGreaterThan(size)
  })

  it('whose client does not take its long response is cut off', async () => {
    const { open, until } = await setUp(
      ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 64000000\r\n\r\n')
        socket.write(Buffer.alloc(64_000_000))
      },
      { listen: { stalledMs: 100 } },
    )
    const { socket } = open(handshake())
    socket.removeAllListeners('data').pause()
    expect(await until(1)).toMatchObject([{ status: 499, cause: 'errors.client.closed' }])
  })

  it('but closes is answered 502', async () => {
    const { port } = await setUp(({ socket }) => void socket.end('HTTP/1.1 101 Switching'))
    const { responses } = await exchangeRaw(handshake(), { port })
    expect(responses.map(({ status, body }) => [status, /errors[.\w]+/.exec(body)?.[0]])).toEqual([
      [502, 'errors.backend.unreachable'],
    ])
  })

  it('in time is answered 504', async () => {
    const { port } = await setUp(() => {}, { client: { callTimeout: 100 } })
    const { responses } = await exchangeRaw(handshake(), { port })
    expect(responses.map(({ status }) => status)).toEqual([504])
  })

  it('is asked again, if its client settings say so', async () => {
    let calls = 0
    const { openWebSocket, backend } = await setUp(
      (asked) => {
        calls++
        if (calls === 1) asked.socket.resetAndDestroy()
        else if (calls === 2) asked.socket.write(`${line}${usual.replace('s3p', 's4p')}\r\n`)
        else echoing(asked)
      },
      { client: { retries: 3, retryInitialDelay: 1 } },
    )
    const { socket, until } = await openWebSocket()
    socket.write('abc')
    await until((text) => bodyOf(text) === 'abc')
    expect(backend.heads).toHaveLength(3)
  })
})

describe('a client that leaves before its WebSocket is open', () => {
  it.each([
    ['by a reset', (socket: Socket) => void socket.resetAndDestroy()],
    ['by closing', (socket: Socket) => void socket.end()],
  ])('%s ends the call of the backend', async (_, leave) => {
    const { open, backend, until } = await setUp(() => {})
    const { socket } = open(handshake())
    await expect.poll(() => backend.heads.length).toBe(1)
    leave(socket)
    await expect.poll(() => backend.sockets.size).toBe(0)
    expect(await until(1)).toMatchObject([{ status: 499, cause: 'errors.client.closed' }])
  })

  it('while a plugin thinks about the response ends the call of the backend', async () => {
    const thinking = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const plugin = testPlugin({
      compile: () => ({
        response: () => {
          asked.resolve()
          return thinking.promise as Promise<undefined>
        },
      }),
    })
    const { open, backend, until } = await setUp(echoing, { plugins: [plugin], slots: [{ plugin: 'test' }] })
    const { socket } = open(handshake())
    await asked.promise
    socket.resetAndDestroy()
    expect(await until(1)).toMatchObject([{ status: 499 }])
    thinking.resolve()
    await expect.poll(() => backend.sockets.size).toBe(0)
  })
})

describe('a gateway that stops', () => {
  it('opens WebSockets until it closes', async () => {
    const { openWebSocket, drain } = await setUp(echoing)
    drain()
    const { socket, until: received } = await openWebSocket()
    socket.write('open')
    await received((text) => bodyOf(text) === 'open')
  })

  it('refuses new WebSockets, and closes open ones at the end of its time', async () => {
    const { openWebSocket, open, close, backend, until } = await setUp(echoing)
    const { socket, until: received } = await openWebSocket()
    const waiting = open('GET /chat HTTP/1.1\r\n')
    await expect.poll(() => waiting.socket.readyState).toBe('open')
    await new Promise((resolve) => setTimeout(resolve, 50))
    const closed = close({ drainMs: 500 })
    waiting.socket.write(handshake().slice('GET /chat HTTP/1.1\r\n'.length))
    expect(await waiting.until((text) => text.includes('errors.gateway.stopping'))).toMatch(/^HTTP\/1\.1 503 /)
    socket.write('still open')
    await received((text) => bodyOf(text) === 'still open')
    await closed
    await received((_, isClosed) => isClosed)
    await expect.poll(() => backend.sockets.size).toBe(0)
    expect(await until(2)).toMatchObject([{ status: 503 }, { status: 101 }])
  })
})

/** The same listeners on a server that hands over all upgrades, as before Node 24.9. */
async function listenOnBare(gateway: Parameters<typeof toNode>[0]) {
  const server = createServer()
  for (const [event, listener] of Object.entries(toNode(gateway))) server.on(event, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onEnd.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe.each(['listen', 'a server of its own'] as const)('requests to upgrade to another protocol, on %s', (kind) => {
  async function open() {
    const backend = await startBackend()
    onEnd.push(backend.close)
    const { gateway, until } = gatewayTo({ port: backend.port })
    if (kind !== 'listen') return { port: await listenOnBare(gateway), backend, until }
    const { port, close } = await listen(gateway, { host: '127.0.0.1' })
    onEnd.push(() => close({ drainMs: 0 }))
    return { port, backend, until }
  }
  /** Whether Node asks before it hands an upgrade over. */
  const isServed = kind === 'listen' && 'shouldUpgradeCallback' in createServer()
  const asking = (more: string, body = '', method = 'POST') =>
    `${method} /x HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n${more}\r\n${body}`

  it.each([
    ['without a body', asking('', '', 'GET'), ''],
    ['with a body', asking('Content-Length: 5\r\n', 'abcde'), 'abcde'],
    ['with a long body', asking('Content-Length: 2000000\r\n', 'x'.repeat(2_000_000)), 'x'.repeat(2_000_000)],
    ['with a body in chunks', asking('Transfer-Encoding: chunked\r\n', '3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n'), 'abc'],
    ['with a body after 100 Continue', asking('Expect: 100-continue\r\nContent-Length: 3\r\n', 'abc'), 'abc'],
    ['to a part of WebSocket', asking('', '', 'GET').replace('h2c', 'websocket/13'), ''],
  ])('are served like any other %s', async (_, raw, body) => {
    const { port, backend, until } = await open()
    const { responses } = await exchangeRaw(raw, { port, responses: 1 })
    expect(responses.filter(({ status }) => status >= 200).map((one) => [one.status, one.body])).toEqual([[200, 'ok']])
    expect(backend.seen).toMatchObject([{ target: '/x', body }])
    const names = backend.seen[0]?.headers.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase())
    expect(names).not.toContain('upgrade')
    expect(names).not.toContain('http2-settings')
    expect(await until(1)).toMatchObject([{ status: 200 }])
  })

  it('never make a second request of their body', async () => {
    const { port, backend } = await open()
    const inner = 'GET /smuggled HTTP/1.1\r\nHost: shop.example\r\n\r\n'
    const { responses } = await exchangeRaw(asking(`Content-Length: ${inner.length}\r\n`, inner), {
      port,
      responses: 1,
    })
    expect(responses.map(({ status }) => status)).toEqual([200])
    expect(backend.seen.map(({ target }) => target)).toEqual(['/x'])
  })

  it('are refused by the rules of any other', async () => {
    const { port, backend } = await open()
    const { responses, isClosed } = await exchangeRaw(asking('Content-Length: 5\r\nConnection: host\r\n', 'abcde'), {
      port,
    })
    expect([responses.map(({ status }) => status), isClosed, backend.seen.length]).toEqual([[400], true, 0])
  })

  it('behind another request do no harm', async () => {
    const { port, backend } = await open()
    const first = 'GET /1 HTTP/1.1\r\nHost: shop.example\r\n\r\n'
    const { responses } = await exchangeRaw(first + asking('Connection: close\r\n', '', 'GET'), { port })
    expect(responses.map(({ status }) => status)).toEqual(isServed ? [200, 200] : [200])
    expect(backend.seen.map(({ target }) => target)).toEqual(isServed ? ['/1', '/x'] : ['/1'])
  })

  it('for a WebSocket behind another request do no harm', async () => {
    const { port, backend } = await open()
    const first = 'GET /1 HTTP/1.1\r\nHost: shop.example\r\n\r\n'
    const { responses } = await exchangeRaw(first + handshake({ lines: { Connection: 'upgrade, close' } }), { port })
    expect(responses.map(({ status }) => status)).toEqual(isServed ? [200, 200] : [200])
    expect(backend.seen[0]?.target).toBe('/1')
  })
})

describe('on a server of its own', () => {
  it('WebSockets pass, and clients that reset do no harm', async () => {
    const backend = await startSwitchingBackend(echoing)
    onEnd.push(backend.close)
    const { gateway, until } = gatewayTo({ port: backend.port })
    const port = await listenOnBare(gateway)
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, '127.0.0.1')
      const { until: received } = reader(socket)
      socket.write(handshake())
      if (i % 2 === 0) await received((text) => text.includes('101 Switching'))
      socket.write('x'.repeat(10_000), () => socket.resetAndDestroy())
    }
    await until(20)
    await expect.poll(() => backend.sockets.size).toBe(0)
  })
})
