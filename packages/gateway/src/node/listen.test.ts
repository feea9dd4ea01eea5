import { hash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type http from 'node:http'
import https from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { testPlugin } from '../pipeline/pipeline.fixture.ts'
import type { ClientCertificate } from '../plugin-api/connection.ts'
import { startBackend, startRawBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw, reader } from '../suite/scene/raw-http.fixture.ts'
import { type ListenOptions, listen } from './listen.ts'

const onEnd: (() => unknown)[] = []
afterEach(async () => {
  for (const end of onEnd.splice(0).reverse()) await end()
})

type Respond = Parameters<typeof startBackend>[0]
interface Settings extends Partial<GatewaySettings> {
  readonly listen?: ListenOptions
}

async function inFrontOf(port: number, { listen: options, ...settings }: Settings = {}) {
  const made = gatewayTo({ port, ...settings })
  const listening = await listen(made.gateway, { host: '127.0.0.1', ...options })
  onEnd.push(() => listening.close({ drainMs: 0 }))
  const open = () => {
    const socket = connect(listening.port, '127.0.0.1')
    onEnd.push(() => socket.destroy())
    return { socket, ...reader(socket) }
  }
  return { ...made, ...listening, open }
}

async function setUp(respond?: Respond, settings: Settings = {}) {
  const backend = await startBackend(respond)
  onEnd.push(backend.close)
  return { backend, ...(await inFrontOf(backend.port, settings)) }
}

async function setUpRaw(handle: (socket: Socket) => void, settings: Settings = {}) {
  const backend = await startRawBackend(handle)
  onEnd.push(backend.close)
  return { backend, ...(await inFrontOf(backend.port, settings)) }
}

const get = (more = '') => `GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n${more}\r\n`
const post = (more: string) => `POST / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n${more}\r\n`
const refusing = {
  plugins: [testPlugin({ compile: () => ({ request: () => ({ refuse: 'errors.credentials.missing' }) }) })],
  slots: [{ plugin: 'test' }],
}

describe('back-pressure', () => {
  const size = 64 * 1024 * 1024

  it('a client that does not read stops the backend, not the gateway', async () => {
    let sent = 0
    const part = Buffer.alloc(65_536)
    const isFull = Promise.withResolvers<void>()
    const { open, until } = await setUpRaw((socket) => {
      const send = () => {
        while (sent < size) {
          sent += part.length
          if (!socket.write(part)) {
            const before = sent
            setTimeout(() => before === sent && isFull.resolve(), 200)
            socket.once('drain', send)
            return
          }
        }
      }
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
        send()
      })
    })
    const { socket } = open()
    socket.pause()
    socket.removeAllListeners('data')
    socket.write(get('Connection: close\r\n'))
    await isFull.promise
    expect(sent).toBeLessThan(size / 2)
    let received = 0
    socket.on('data', (bytes) => {
      received += bytes.length
    })
    socket.resume()
    await once(socket, 'close')
    expect(received).toBeGreaterThan(size)
    expect((await until(1))[0]).toMatchObject({ status: 200, bytesOut: size })
  })

  it('a backend that does not read stops the client', async () => {
    const { open } = await setUpRaw((socket) => socket.pause())
    const { socket } = open()
    socket.write(post(`Content-Length: ${size}\r\n`))
    let sent = 0
    const part = Buffer.alloc(65_536)
    const isFull = Promise.withResolvers<void>()
    const send = () => {
      while (sent < size) {
        sent += part.length
        if (!socket.write(part)) {
          const before = sent
          setTimeout(() => before === sent && isFull.resolve(), 200)
          socket.once('drain', send)
          return
        }
      }
    }
    send()
    await isFull.promise
    expect(sent).toBeLessThan(size / 2)
  })
})

describe('a client that waits for 100 Continue', () => {
  const expecting = (length: number) => post(`Expect: 100-continue\r\nContent-Length: ${length}\r\n`)

  it('gets it when the request is forwarded', async () => {
    const { open, backend } = await setUp()
    const { socket, until } = open()
    socket.write(expecting(3))
    expect(await until((text) => text.endsWith('\r\n\r\n'))).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('abc')
    await until((text) => text.endsWith('ok'))
    expect(backend.seen[0]?.body).toBe('abc')
  })

  it('gets the response when the request is refused, and no 100 Continue', async () => {
    const { open, backend } = await setUp(undefined, refusing)
    const { socket, until } = open()
    socket.write(expecting(1_000_000))
    const text = await until((_, isClosed) => isClosed)
    expect(text).toMatch(/^HTTP\/1.1 401 /)
    expect(text).toMatch(/\r\nConnection: close\r\n/)
    expect(backend.seen).toEqual([])
  })

  it('gets it when a plugin reads the whole body', async () => {
    const whole = testPlugin({ compile: () => ({ body: 'whole', request: () => undefined }) })
    const { open, backend } = await setUp(undefined, { plugins: [whole], slots: [{ plugin: 'test' }] })
    const { socket, until } = open()
    socket.write(expecting(3))
    await until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'))
    socket.write('abc')
    await until((text) => text.endsWith('ok'))
    expect(backend.seen[0]?.body).toBe('abc')
  })
})

describe('a response before the end of the request body', () => {
  it('keeps the connection if little is left', async () => {
    const { open } = await setUp(undefined, refusing)
    const { socket, until } = open()
    socket.write(post('Content-Length: 6\r\n'))
    await until((text) => text.includes('401'))
    socket.write(`abcdef${get()}`)
    const text = await until((text) => text.split('HTTP/1.1 401').length === 3)
    expect(text).not.toContain('Connection: close')
  })

  it('closes the connection if much is left, and the client gets the response all the same', async () => {
    const { open } = await setUp(undefined, refusing)
    const { socket, until } = open()
    const body = Buffer.alloc(4 * 1024 * 1024)
    socket.write(post(`Content-Length: ${body.length}\r\n`))
    socket.write(body)
    const text = await until((text, isClosed) => isClosed || text.includes('errors.credentials.missing'))
    expect(text).toMatch(/^HTTP\/1.1 401 /)
    expect(text).toMatch(/\r\nConnection: close\r\n/)
    expect(text).toContain('errors.credentials.missing')
    await until((_, isClosed) => isClosed)
  })

  it('comes through from a backend that does not read the body', async () => {
    const { open, until } = await setUpRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno'))
    })
    const { socket, until: read } = open()
    socket.write(post('Content-Length: 1000000\r\n'))
    socket.write('a'.repeat(100_000))
    expect(await read((text) => text.endsWith('no'))).toMatch(/^HTTP\/1.1 413 /)
    await read((_, isClosed) => isClosed)
    expect((await until(1))[0]).toMatchObject({ status: 413, cause: undefined })
  })
})

describe('slow clients', () => {
  it('a silent body is answered 408, and the call of the backend ends', async () => {
    const gone = Promise.withResolvers<void>()
    const { open, until } = await setUpRaw((socket) => socket.on('data', () => {}).on('close', gone.resolve), {
      listen: { bodySilenceMs: 100 },
    })
    const { socket, until: read } = open()
    socket.write(`${post('Content-Length: 10\r\n')}abc`)
    const text = await read((_, isClosed) => isClosed)
    expect(text).toMatch(/^HTTP\/1.1 408 /)
    expect(text).toContain('errors.request.timeout')
    await gone.promise
    expect((await until(1))[0]).toMatchObject({ status: 408, cause: 'errors.request.timeout', bytesIn: 3 })
  })

  it('a body below the least rate is answered 408', async () => {
    const { open, until } = await setUpRaw((socket) => socket.on('data', () => {}), {
      listen: { bodySilenceMs: 200, bodyLeastRate: 100_000 },
    })
    const { socket, until: read } = open()
    socket.write(`${post('Content-Length: 1000000\r\n')}${'a'.repeat(70_000)}`)
    const drip = setInterval(() => socket.write('a'.repeat(100)), 20)
    onEnd.push(() => clearInterval(drip))
    expect(await read((_, isClosed) => isClosed)).toMatch(/^HTTP\/1.1 408 /)
    expect((await until(1))[0]?.cause).toBe('errors.request.timeout')
  })

  const reading = (hooks: object = {}) => ({
    plugins: [testPlugin({ compile: () => ({ body: 'whole', request: () => undefined, ...hooks }) })],
    slots: [{ plugin: 'test' }],
  })

  it('a silent body that a plugin reads as a whole is answered 408, whatever time the plugin may take', async () => {
    const gateway = { ...reading(), pluginTimeout: 10, listen: { bodySilenceMs: 200 } }
    const { open, until, reports } = await setUp(undefined, gateway)
    const { socket, until: read } = open()
    socket.write(`${post('Content-Length: 10\r\n')}abc`)
    expect(await read((_, isClosed) => isClosed)).toMatch(/^HTTP\/1.1 408 [\s\S]*errors\.request\.timeout/)
    expect((await until(1))[0]).toMatchObject({ status: 408, cause: 'errors.request.timeout' })
    expect(reports).toEqual([])
  })

  it('a body below the least rate that a plugin reads as a whole is answered 408', async () => {
    const { open, until, reports } = await setUp(undefined, { ...reading(), listen: { bodySilenceMs: 200 } })
    const { socket, until: read } = open()
    socket.write(post('Content-Length: 1000\r\n'))
    const drip = setInterval(() => socket.write('a'), 20)
    onEnd.push(() => clearInterval(drip))
    expect(await read((_, isClosed) => isClosed)).toMatch(/^HTTP\/1.1 408 /)
    expect([(await until(1))[0]?.cause, reports]).toEqual(['errors.request.timeout', []])
  })

  it('a client that leaves before the end of a body that a plugin reads is no failure of the plugin', async () => {
    const { open, until, reports } = await setUp(undefined, reading())
    const { socket, until: read } = open()
    socket.write(`${post('Content-Length: 10\r\nExpect: 100-continue\r\n')}`)
    await read((text) => text.startsWith('HTTP/1.1 100 '))
    socket.destroy()
    expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
    expect(reports).toEqual([])
  })

  it('slow headers are answered 408', async () => {
    const { open } = await setUp(undefined, { listen: { headersTimeout: 200 } })
    const { socket, until } = open()
    socket.write('GET / HTTP/1.1\r\nHost: sh')
    expect(await until((_, isClosed) => isClosed)).toMatch(/^HTTP\/1.1 408 [\s\S]*errors\.request\.timeout/)
  })

  it('a client that does not take its response is cut off', async () => {
    const gone = Promise.withResolvers<void>()
    const { open, until } = await setUpRaw(
      (socket) => {
        socket.once('data', () =>
          socket.write(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), Buffer.alloc(64e6)])),
        )
        socket.on('close', gone.resolve)
      },
      { listen: { stalledMs: 200 } },
    )
    const { socket } = open()
    socket.pause()
    socket.removeAllListeners('data')
    socket.write(get())
    await gone.promise
    expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  })
})

describe('limits', () => {
  it('requests beyond the limit are answered 503', async () => {
    const held: http.ServerResponse[] = []
    const came = Promise.withResolvers<void>()
    const respond: Respond = (_, response) => {
      held.push(response)
      came.resolve()
    }
    const { open, port } = await setUp(respond, { listen: { maxInFlight: 1 } })
    const first = open()
    first.socket.write(get())
    await came.promise
    const { responses } = await exchangeRaw(get(), { port })
    expect(responses[0]?.status).toBe(503)
    expect(responses[0]?.headers.get('retry-after')).toEqual(['1'])
    expect(responses[0]?.body).toContain('errors.gateway.overloaded')
    held[0]?.end('ok')
    await first.until((text) => text.endsWith('ok'))
    const next = exchangeRaw(get(), { port, responses: 1 })
    await expect.poll(() => held.length).toBe(2)
    held[1]?.end('ok')
    expect((await next).responses[0]?.status).toBe(200)
  })

  it('a pipelined request beyond the limit is answered after the one before it', async () => {
    const { port } = await setUp((_, response) => setTimeout(() => response.end('ok'), 50), {
      listen: { maxInFlight: 1 },
    })
    const { responses } = await exchangeRaw(get() + get(), { port })
    expect(responses.map(({ status }) => status)).toEqual([200, 503])
  })

  it('connections beyond the limit of an address are closed', async () => {
    const { open, port } = await setUp(undefined, { listen: { connectionsPerAddress: 2 } })
    const two = [open(), open()]
    for (const { socket, until } of two) {
      socket.write(get())
      await until((text) => text.endsWith('ok'))
    }
    expect((await exchangeRaw(get(), { port })).text).toBe('')
    two[0]?.socket.destroy()
    await expect.poll(async () => (await exchangeRaw(get(), { port, responses: 1 })).responses[0]?.status).toBe(200)
  })

  it('a connection is closed after its last request', async () => {
    const { port } = await setUp(undefined, { listen: { requestsPerConnection: 2 } })
    const { responses } = await exchangeRaw(`${get()}${get()}`, { port, responses: 2 })
    expect(responses.map(({ headers }) => headers.get('connection'))).toEqual([['keep-alive'], ['close']])
  })
})

describe('time limits of a backend', () => {
  it('a response that does not end in time is cut off', async () => {
    const { open, until } = await setUpRaw(
      (socket) => {
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'))
        const drip = setInterval(() => socket.write('1\r\na\r\n'), 20)
        socket.on('close', () => clearInterval(drip))
      },
      { client: { callAndStreamTimeout: 200 } },
    )
    const { socket, until: read } = open()
    socket.write(get())
    const text = await read((_, isClosed) => isClosed)
    expect(text).toMatch(/^HTTP\/1.1 200 /)
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
    expect((await until(1))[0]).toMatchObject({ status: 200, cause: 'errors.backend.timeout' })
  })

  it('a stream of events may go on', async () => {
    const { open } = await setUpRaw(
      (socket) => {
        socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n'),
        )
        const drip = setInterval(() => socket.write('1\r\na\r\n'), 20)
        socket.on('close', () => clearInterval(drip))
      },
      { client: { callAndStreamTimeout: 100, callTimeout: 100, idleTimeout: 100 } },
    )
    const { socket, until: read } = open()
    socket.write(get())
    expect(await read((text, isClosed) => isClosed || text.split('1\r\na').length > 20)).toContain('200 OK')
  })

  it('a stream of events ends after silence', async () => {
    const { open, until } = await setUpRaw(
      (socket) =>
        socket.once('data', () =>
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n'),
        ),
      { client: { callAndStreamTimeout: 0, idleTimeout: 100 } },
    )
    const { socket, until: read } = open()
    socket.write(get())
    expect(await read((_, isClosed) => isClosed)).toContain('data: 1')
    expect((await until(1))[0]).toMatchObject({ status: 200, cause: 'errors.backend.timeout' })
  })

  it('the time of a client that sends slowly does not count', async () => {
    const { open } = await setUp(undefined, { client: { callTimeout: 150 } })
    const { socket, until } = open()
    socket.write(post('Content-Length: 10\r\n'))
    let sent = 0
    const drip = setInterval(() => (sent++ < 10 ? socket.write('a') : clearInterval(drip)), 50)
    onEnd.push(() => clearInterval(drip))
    expect(await until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1.1 200 /)
  })

  it('a connection that is not accepted in time is 504', async () => {
    // Nothing at this address of the test network (RFC 5737) responds.
    const { port, until } = await inFrontOf(9, {
      target: { hostname: '192.0.2.1' },
      client: { connectionTimeout: 100, callTimeout: 200 },
    })
    const { responses } = await exchangeRaw(get(), { port, responses: 1 })
    expect([502, 504]).toContain(responses[0]?.status)
    expect((await until(1))[0]?.cause).toMatch(/errors.backend.(timeout|unreachable)/)
  })
})

describe('what HTTP/1.1 has beside bodies', () => {
  it('trailers come to clients that take them', async () => {
    const raw = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\nSet-Cookie: a=1\r\n\r\n'
    const { port } = await setUpRaw((socket) => socket.on('data', () => socket.write(raw)))
    const taken = await exchangeRaw(get('TE: trailers\r\nConnection: TE\r\n'), { port, responses: 1 })
    expect(taken.responses[0]?.trailers).toBe('X-T: 1')
    const dropped = await exchangeRaw(get(), { port, responses: 1 })
    expect(dropped.responses[0]?.trailers).toBe('')
  })

  it('trailers of requests never come to the backend', async () => {
    let text = ''
    const { port } = await setUpRaw((socket) =>
      socket.on('data', (bytes) => {
        text += bytes.toString('latin1')
        if (text.endsWith('0\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      }),
    )
    const body = '3\r\nabc\r\n0\r\nX-T: secret\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n'
    const raw = post('Transfer-Encoding: chunked\r\nTrailer: X-T\r\n') + body
    const { responses } = await exchangeRaw(raw, { port, responses: 1 })
    expect(responses[0]?.status).toBe(200)
    expect(text.slice(text.indexOf('\r\n\r\n'))).toBe('\r\n\r\n3\r\nabc\r\n0\r\n\r\n')
    expect(text).not.toMatch(/secret|1\.2\.3\.4|trailer|content-length/i)
  })

  it.each([
    [true, [103, 200]],
    [false, [200]],
  ])('103 Early Hints come with the option: %s', async (earlyHints, statuses) => {
    const raw = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nX: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
    const { port } = await setUpRaw((socket) => socket.on('data', () => socket.write(raw)), { listen: { earlyHints } })
    const { responses } = await exchangeRaw(get(), { port, responses: 1 })
    expect(responses.map(({ status }) => status)).toEqual(statuses)
    if (earlyHints) expect([...responses[0]!.headers.keys()]).toEqual(['link'])
  })

  it('a client of HTTP/1.0 gets a body until the end of the connection', async () => {
    const { port } = await setUp((_, response) => {
      response.write('one ')
      response.end('two')
    })
    const { responses } = await exchangeRaw('GET / HTTP/1.0\r\nHost: shop.example\r\n\r\n', { port })
    expect(responses[0]?.body).toBe('one two')
    expect(responses[0]?.headers.has('transfer-encoding')).toBe(false)
  })

  it('responses to pipelined requests come in order', async () => {
    const { port } = await setUp((request, response) => {
      if (request.url === '/1') setTimeout(() => response.end('/1'), 50)
      else response.end(request.url)
    })
    const raw = ['/1', '/2', '/3'].map((path) => get().replace('/', path)).join('')
    const { responses } = await exchangeRaw(raw, { port, responses: 3 })
    expect(responses.map(({ body }) => body)).toEqual(['/1', '/2', '/3'])
  })

  it('CONNECT behind another request closes the connection after the response to that', async () => {
    const { port, backend } = await setUp((_, response) => setTimeout(() => response.end('ok'), 50))
    const { responses, isClosed } = await exchangeRaw(`${get()}CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n`, { port })
    expect(responses.map(({ status, body }) => [status, body])).toEqual([[200, 'ok']])
    expect([isClosed, backend.seen.length]).toEqual([true, 1])
  })

  it('clients that reset their connection after CONNECT do no harm', async () => {
    const { open, until } = await setUp()
    for (let i = 0; i < 20; i++) {
      const { socket, until } = open()
      socket.write(`CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n${'x'.repeat(10_000)}`, () => socket.resetAndDestroy())
      await until((_, isClosed) => isClosed)
    }
    await until(20)
  })

  it('CONNECT ends like any request', async () => {
    const { port, until } = await setUp()
    const { responses } = await exchangeRaw('CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n', { port })
    expect(responses[0]?.headers.get('allow')).toBeDefined()
    expect((await until(1))[0]).toMatchObject({ status: 405, cause: 'errors.method.not.allowed' })
  })

  it('a response that comes in many pieces while a plugin thinks about its head is whole', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const slow = testPlugin({ compile: () => ({ response: () => promise }) })
    const size = 4_000_000
    const { open, backend } = await setUp((_, response) => response.end(Buffer.alloc(size)), {
      plugins: [slow],
      slots: [{ plugin: 'test' }],
    })
    const { socket, until } = open()
    socket.write(get('Connection: close\r\n'))
    await expect.poll(() => backend.seen.length).toBe(1)
    resolve(undefined)
    const text = await until((_, isClosed) => isClosed)
    expect(text.length - text.indexOf('\r\n\r\n') - 4).toBe(size)
  })

  it('pipelined requests of a client that leaves all end', async () => {
    const { open, backend, until } = await setUp(() => {})
    const { socket } = open()
    socket.write(get() + get() + get())
    await expect.poll(() => backend.seen.length).toBe(3)
    socket.destroy()
    expect((await until(3)).map(({ status }) => status)).toEqual([499, 499, 499])
  })
})

describe('draining', () => {
  it('serves as before, and closes each connection after its next response', async () => {
    const { open, drain } = await setUp((_, response) => response.end('ok'))
    const before = open()
    before.socket.write(get())
    expect(await before.until((text) => text.endsWith('ok'))).not.toContain('Connection: close')
    drain()
    before.socket.write(get())
    expect(await before.until((_, isClosed) => isClosed)).toMatch(/Connection: close\r\n[\s\S]*ok$/)
    const after = open()
    after.socket.write(get())
    expect(await after.until((_, isClosed) => isClosed)).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*Connection: close\r\n[\s\S]*ok$/,
    )
  })

  it('closes a connection whose request was in progress', async () => {
    const held: http.ServerResponse[] = []
    const { open, backend, drain } = await setUp((_, response) => void held.push(response))
    const { socket, until } = open()
    socket.write(get())
    await expect.poll(() => backend.seen.length).toBe(1)
    drain()
    held[0]?.end('ok')
    expect(await until((_, isClosed) => isClosed)).toMatch(/Connection: close\r\n[\s\S]*ok$/)
  })
})

describe('closing', () => {
  it('waits for requests in progress, and closes their connections', async () => {
    const held: http.ServerResponse[] = []
    const { open, backend, close, port } = await setUp((_, response) => void held.push(response))
    const { socket, until } = open()
    const idle = open()
    socket.write(get())
    await expect.poll(() => backend.seen.length).toBe(1)
    const closed = close()
    await idle.until((_, isClosed) => isClosed)
    expect((await exchangeRaw(get(), { port })).text).toBe('')
    held[0]?.end('ok')
    const text = await until((_, isClosed) => isClosed)
    expect(text).toContain('Connection: close')
    expect(text).toMatch(/ok$/)
    await closed
  })

  it('cuts off what has not ended in time', async () => {
    const { open, backend, close, until } = await setUp(() => {})
    const { socket, until: read } = open()
    socket.write(get())
    await expect.poll(() => backend.seen.length).toBe(1)
    await close({ drainMs: 50 })
    expect(await read((_, isClosed) => isClosed)).toBe('')
    expect((await until(1))[0]?.status).toBe(499)
  })
})

const pinOf = (certificate: string): string => {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return `sha256/${hash('sha256', key, 'base64')}`
}

describe('TLS', () => {
  const { authority, server, serverKey, client, clientKey } = certificates

  async function secureBackend(options: https.ServerOptions = {}) {
    const names: unknown[] = []
    const backend = https.createServer({ key: serverKey, cert: server, ...options }, (request, response) => {
      names.push((request.socket as { servername?: string | false }).servername)
      response.end('secure')
    })
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
    onEnd.push(() => {
      backend.close()
      backend.closeAllConnections()
    })
    return { names, port: (backend.address() as { port: number }).port }
  }
  const target = { hostname: 'backend.test', ip_address: '127.0.0.1', tls: true }

  it('a backend is trusted by its authority, under the name of the target whatever the host of the request', async () => {
    const { port: to, names } = await secureBackend()
    const { port } = await inFrontOf(to, { target: { ...target, tls_config: { ca: [authority] } } })
    for (const _ of [1, 2]) expect((await exchangeRaw(get(), { port, responses: 1 })).responses[0]?.body).toBe('secure')
    expect(names).toEqual(['backend.test', 'backend.test'])
  })

  it.each([
    ['of an unknown authority', {}],
    ['of another name', { hostname: 'other.test', tls_config: { ca: [authority] } }],
    ['of another name, by sni', { tls_config: { ca: [authority], sni: 'other.test' } }],
  ])('a certificate %s is 502', async (_, more) => {
    const { port: to } = await secureBackend()
    const { port, until } = await inFrontOf(to, { target: { ...target, ...more } })
    const { responses } = await exchangeRaw(get(), { port, responses: 1 })
    expect([responses[0]?.status, (await until(1))[0]?.cause]).toEqual([502, 'errors.backend.tls'])
  })

  it.each([
    ['responds in plain HTTP', 'HTTP/1.1 400 Bad\r\n\r\n', {}],
    ['responds in plain HTTP, called by HTTP/2', 'HTTP/1.1 400 Bad\r\n\r\n', { protocol: 'HTTP/2' }],
    ['closes the connection', '', {}],
    ['closes the connection, called by HTTP/2', '', { protocol: 'HTTP/2' }],
    ['sends a line', '\r\n', {}],
  ])('a backend without TLS that %s is 502', async (_, sent, more) => {
    const backend = await startRawBackend((socket) => socket.once('data', () => socket.end(sent)))
    onEnd.push(backend.close)
    const { port, until } = await inFrontOf(backend.port, { target: { ...target, ...more } })
    expect((await exchangeRaw(get(), { port, responses: 1 })).responses[0]?.status).toBe(502)
    expect((await until(1))[0]?.cause).toBe('errors.backend.tls')
  })

  it.each([
    ['a pinned key', [pinOf(server)], 200],
    ['another key', [pinOf(authority)], 502],
    ['no accepted key', [], 502],
  ])('a backend with %s', async (_, pins, status) => {
    const { port: to } = await secureBackend()
    const { port } = await inFrontOf(to, { target: { ...target, tls_config: { ca: [authority], pins } } })
    for (const _ of [1, 2]) expect((await exchangeRaw(get(), { port, responses: 1 })).responses[0]?.status).toBe(status)
  })

  it('verification can be turned off', async () => {
    const { port: to } = await secureBackend()
    const { port } = await inFrontOf(to, { target: { ...target, tls_config: { verify: false } } })
    expect((await exchangeRaw(get(), { port, responses: 1 })).responses[0]?.body).toBe('secure')
  })

  it('a backend gets the certificate of the gateway', async () => {
    const { port: to } = await secureBackend({ ca: authority, requestCert: true, rejectUnauthorized: true })
    const own = { cert: client, key: clientKey }
    const { port } = await inFrontOf(to, { target: { ...target, tls_config: { ca: [authority], ...own } } })
    expect((await exchangeRaw(get(), { port, responses: 1 })).responses[0]?.body).toBe('secure')
  })

  it('plugins see the certificate of a client, and backends that the client used https', async () => {
    const seen: (ClientCertificate | undefined)[] = []
    const look = testPlugin({ compile: () => ({ request: ({ certificate }) => void seen.push(certificate) }) })
    const tls = { key: serverKey, cert: server, ca: authority, requestCert: true, rejectUnauthorized: false }
    const { port, backend } = await setUp(undefined, { plugins: [look], slots: [{ plugin: 'test' }], listen: { tls } })
    const send = async (own: object) => {
      const socket = connectTls({ port, host: '127.0.0.1', ca: authority, servername: 'shop.example', ...own })
      const { until } = reader(socket)
      socket.write(get('Connection: close\r\n'))
      await until((_, isClosed) => isClosed)
    }
    await send({ cert: client, key: clientKey })
    await send({})
    expect(seen).toEqual([
      expect.objectContaining({ subject: 'CN=client,O=Shop', issuer: 'CN=Test CA,O=Test' }),
      undefined,
    ])
    expect(backend.seen[0]?.headers).toContain('https')
  })

  it.each([
    ['covers', serverKey, server, 200],
    ['does not cover', clientKey, client, 421],
  ])('a host that the certificate of the gateway %s', async (_, key, cert, status) => {
    const { port } = await setUp(undefined, { listen: { tls: { key, cert } } })
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    const { until } = reader(socket)
    socket.write(get('Connection: close\r\n'))
    expect(await until((_, isClosed) => isClosed)).toContain(`HTTP/1.1 ${status} `)
  })
})
