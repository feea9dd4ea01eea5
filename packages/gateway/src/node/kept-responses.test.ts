import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import {
  block,
  connectFrames,
  connectHttp2,
  frame,
  frames,
  requestHead,
  sendHttp2,
  windowOf,
} from '../suite/scene/http2-client.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'
import { serveHttp2 } from './http2-sessions.ts'
import type { PooledTarget, Pools } from './outgoing/pools.ts'
import { createTransport, type Transport, type TransportOptions } from './outgoing/transport.ts'
import { listenersOf } from './to-node.ts'

const KIB = 1024
const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n'

interface Settings extends Partial<GatewaySettings> {
  readonly transport?: TransportOptions
  readonly respond?: Parameters<typeof startBackend>[0]
  /** The port of another backend. */
  readonly to?: number
}

/** A gateway whose transport can be looked into, over HTTP/1 and HTTP/2. */
async function setUp({ transport: options, respond, to, ...settings }: Settings = {}) {
  const backend = await startBackend(respond)
  const made = gatewayTo({ port: to ?? backend.port, ...settings })
  const transport = createTransport(made.gateway.pipeline, options)
  const used = new Set<PooledTarget>()
  const { of } = transport.pools
  const remember: Pools['of'] = (...args) => {
    const pooled = of(...args)
    used.add(pooled)
    return pooled
  }
  Object.assign(transport.pools, { of: remember })
  const listeners = listenersOf(transport)
  const plain = createServer()
  for (const [event, listener] of Object.entries(listeners)) plain.on(event, listener)
  const { server: cert, serverKey: key } = certificates
  const secure = createSecureServer({ cert, key, ALPNProtocols: ['h2'] })
  serveHttp2(secure, listeners, { headersTimeout: 60_000, keepAliveTimeout: 60_000, requests: 10_000 })
  const portOf = async (server: Server): Promise<number> => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const [port, port2] = [await portOf(plain), await portOf(secure)]
  onTestFinished(async () => {
    plain.close().closeAllConnections()
    secure.close().closeAllConnections()
    await transport.close(0)
    await backend.close()
  })
  return { ...made, backend, transport, port, port2, gauges: () => gaugesOf(transport, used) }
}

/** Everything that is held for requests in progress. */
function gaugesOf({ buffers, inFlight, networks }: Transport, used: ReadonlySet<PooledTarget>) {
  const all = { held: 0, waiting: 0, holders: 0, calls: 0, kept: buffers.bytes, inFlight, networks: networks.size }
  for (const { places, inFlight } of used) {
    all.held += places.held
    all.waiting += places.waiting
    all.holders += places.holders
    all.calls += inFlight
  }
  return all
}

const none = { held: 0, waiting: 0, holders: 0, calls: 0, kept: 0, inFlight: 0, networks: 0 }

/** A client that reads nothing. */
function stuck(port: number, localAddress = '127.0.0.2', request = get): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  socket.write(request)
  return socket
}

/** Streams of HTTP/2 whose client takes nothing; returns its connection. */
async function stuckStreams(port: number, count: number): Promise<Socket> {
  const { socket } = await connectFrames(port, windowOf(0), '127.0.0.2')
  onTestFinished(() => void socket.destroy())
  for (let i = 0; i < count; i++) socket.write(frame(frames.headers, 5, 2 * i + 1, block(...requestHead)))
  return socket
}

it('a response of less than 1 MiB ends at the backend though its client takes nothing', async () => {
  const { port2, gauges } = await setUp({ respond: (_, response) => response.end(Buffer.alloc(1000 * KIB)) })
  const socket = await stuckStreams(port2, 20)
  await expect.poll(() => gauges().inFlight).toBe(20)
  await expect.poll(() => gauges().calls).toBe(0)
  expect(gauges().kept).toBeGreaterThan(20 * 800 * KIB)
  expect(gauges().kept).toBeLessThan(20 * 1024 * KIB)
  socket.destroy()
  await expect.poll(gauges).toEqual(none)
})

it('larger ones wait for their clients, and all of them keep no more than 64 MiB, one address three quarters of that', async () => {
  const body = Buffer.alloc(4096 * KIB)
  const { port2, gauges } = await setUp({ respond: (_, response) => response.end(body) })
  const socket = await stuckStreams(port2, 90)
  await expect.poll(() => gauges().kept, { timeout: 10_000 }).toBeGreaterThan(44_000 * KIB)
  await expect.poll(() => gauges().held).toBe(90)
  expect(gauges().kept).toBeLessThan((48 * 1024 + 90 * 64) * KIB)
  socket.destroy()
  await expect.poll(gauges).toEqual(none)
})

it.each([100, 900, 5000])('a response of %i KiB arrives whole, whenever its client takes it', async (size) => {
  const body = Buffer.from(Array.from({ length: size * KIB }, (_, i) => (i * 31 + (i >> 10)) & 127)).toString('latin1')
  const { port, port2, gauges, backend } = await setUp({ respond: (_, response) => response.end(body) })
  const socket = stuck(port)
  await expect.poll(() => backend.seen.length).toBe(1)
  const chunks: Buffer[] = []
  const whole = new Promise<string>((resolve) => {
    let length = 0
    socket.on('data', (bytes: Buffer) => {
      chunks.push(bytes)
      length += bytes.length
      socket.pause()
      setImmediate(() => socket.resume())
      if (length > body.length) {
        const text = Buffer.concat(chunks).toString('latin1')
        if (text.length >= text.indexOf('\r\n\r\n') + 4 + body.length) resolve(text.slice(text.indexOf('\r\n\r\n') + 4))
      }
    })
  })
  socket.resume()
  expect((await whole) === body).toBe(true)
  socket.destroy()
  const session = connectHttp2(port2)
  expect((await sendHttp2(session)).body === body).toBe(true)
  session.destroy()
  await expect.poll(gauges).toEqual(none)
})

it('a client that takes bytes too slowly is cut off, over HTTP/2 too', async () => {
  const transport = { stalledMs: 200, responseLeastRate: 50_000 }
  const respond: Settings['respond'] = (_, response) => response.end(Buffer.alloc(4096 * KIB))
  const { port2, until, gauges } = await setUp({ transport, respond })
  const socket = await stuckStreams(port2, 5)
  const more = frame(frames.windowUpdate, 0, 1, Buffer.from([0, 0, 0, 1]))
  const streams = [1, 3, 5, 7, 9].map((stream) => frame(frames.windowUpdate, 0, stream, more.subarray(9)))
  const ticks = setInterval(() => socket.write(Buffer.concat(streams)), 20)
  const ended = await until(5)
  clearInterval(ticks)
  expect(ended.map(({ status, cause }) => `${status} ${cause}`)).toEqual(Array(5).fill('499 errors.client.closed'))
  await expect.poll(gauges).toEqual(none)
})

it('a client that takes them slowly, but fast enough, gets all of them', async () => {
  const transport = { stalledMs: 100, responseLeastRate: 1000 }
  const length = 200 * KIB
  const { port2, until } = await setUp({ transport, respond: (_, response) => response.end(Buffer.alloc(length)) })
  const socket = await stuckStreams(port2, 1)
  const more = Buffer.from([0, 0, 8, 0])
  const ticks = setInterval(() => socket.write(frame(frames.windowUpdate, 0, 1, more)), 5)
  const all = setInterval(() => socket.write(frame(frames.windowUpdate, 0, 0, more)), 5)
  const [end] = await until(1)
  for (const timer of [ticks, all]) clearInterval(timer)
  expect(end).toMatchObject({ status: 200, bytesOut: length })
})

it('a backend that sends slowly is no fault of the client', async () => {
  const transport = { stalledMs: 50, responseLeastRate: 1_000_000 }
  const respond: Settings['respond'] = (_, response) => {
    response.write('data: 1\n\n')
    setTimeout(() => response.end('data: 2\n\n'), 400)
  }
  const { port, port2 } = await setUp({ transport, respond })
  const [received] = (await exchangeRaw(get, { port, responses: 1 })).responses
  expect([received?.status, received?.body]).toEqual([200, expect.stringContaining('data: 2')])
  const session = connectHttp2(port2)
  onTestFinished(() => session.destroy())
  expect(await sendHttp2(session)).toMatchObject({ status: 200, body: 'data: 1\n\ndata: 2\n\n' })
})

it('requests in progress of one address are limited, and its connections go on', async () => {
  const held: { end(text: string): void }[] = []
  const respond: Settings['respond'] = (_, response) => void held.push(response)
  const { port, port2, gauges } = await setUp({ respond, transport: { maxInFlightPerAddress: 3 } })
  const session = connectHttp2(port2, { localAddress: '127.0.0.2' } as object)
  onTestFinished(() => session.destroy())
  const first = [1, 2, 3].map(() => sendHttp2(session))
  await expect.poll(() => held.length).toBe(3)
  for (let i = 0; i < 2; i++) {
    const { status, body, headers } = await sendHttp2(session)
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect(body).toContain('errors.gateway.overloaded')
  }
  const other = exchangeRaw(get, { port, responses: 1 })
  await expect.poll(() => held.length).toBe(4)
  for (const one of held) one.end('ok')
  expect((await other).responses[0]?.status).toBe(200)
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200])
  await expect.poll(gauges).toEqual(none)
})

it('a call that gets no connection in time is answered 503, and is not held against its target', async () => {
  const held: { end(text: string): void }[] = []
  const respond: Settings['respond'] = (_, response) => {
    response.write('o')
    held.push(response)
  }
  const client = { maxConnections: 1, callTimeout: 300, maxErrors: 1, retries: 3 }
  const { gateway, port, gauges, ended } = await setUp({ respond, client })
  const first = exchangeRaw(get, { port, responses: 1 })
  await expect.poll(() => held.length).toBe(1)
  const more = [1, 2, 3].map(() => exchangeRaw(get, { port, responses: 1 }))
  await expect.poll(() => gauges().waiting).toBe(3)
  for (const { responses } of await Promise.all(more))
    expect([responses[0]?.status, responses[0]?.headers.get('retry-after')]).toEqual([503, ['1']])
  held[0]?.end('k')
  expect((await first).responses[0]?.status).toBe(200)
  const refused = ended.slice(0, 3).map(({ cause, attempts }) => `${cause} ${attempts}`)
  expect(refused).toEqual(Array(3).fill('errors.backend.overloaded 1'))
  expect(gateway.backends()[0]?.targets[0]?.state).toBe('usable')
  await expect.poll(gauges).toEqual(none)
})

it('over HTTP/2 to the backend, a client gets a share of the streams that the backend allows', async () => {
  const server = createHttp2Server({ settings: { maxConcurrentStreams: 8 } })
  const held: ServerHttp2Stream[] = []
  server.on('session', (session) => onTestFinished(() => void session.destroy()))
  server.on('stream', (stream, { ':path': path }) => {
    stream.on('error', () => {}).respond({ ':status': 200 })
    if (path === '/held') held.push(stream)
    else stream.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port: to } = server.address() as AddressInfo
  const { port, gauges } = await setUp({ to, target: { protocol: 'h2c' }, client: { maxConnections: 1 } })
  const ask = () => exchangeRaw(get, { port, responses: 1 }).then(({ responses }) => responses[0]?.body)
  expect(await ask()).toBe('ok')
  const slow = Array.from({ length: 20 }, () => stuck(port, '127.0.0.2', get.replace('/ ', '/held ')))
  await expect.poll(() => held.length).toBe(6)
  expect([gauges().held, await ask(), await ask()]).toEqual([6, 'ok', 'ok'])
  for (const socket of slow) socket.destroy()
  await expect.poll(gauges).toEqual(none)
})
