import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend, startRawBackend } from '../suite/scene/backend.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw } from '../suite/scene/raw-http.fixture.ts'
import { handshake, startSwitchingBackend, switching } from '../suite/scene/websocket.fixture.ts'
import { listen } from './listen.ts'

const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n'

/** Where nobody listens. */
async function refusing(): Promise<number> {
  const { port, close } = await startRawBackend(() => {})
  await close()
  return port
}

/** A port that takes no connection and refuses none: a process that sleeps, with its queue of connections full. */
async function blackHole(): Promise<number> {
  const program = `const s = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 },
    () => console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const port = Number(line.toString())
  child.kill('SIGSTOP')
  const waiting: Socket[] = []
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy()
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  // The queue is full when a connection is not made at once.
  for (let isFull = false; !isFull; ) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    waiting.push(socket)
    isFull = await Promise.race([
      once(socket, 'connect').then(() => false),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(true), 300)),
    ])
  }
  return port
}

async function setUp(port: number, more: object = {}) {
  const client = { connectionTimeout: 300, retries: 2, retryInitialDelay: 1 }
  const { gateway, until } = gatewayTo({ port, client, balancing: { type: 'Failover' }, ...more })
  const { port: own, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(() => close({ drainMs: 0 }))
  return { port: own, send: (raw: string) => exchangeRaw(raw, { port: own, responses: 1 }), until }
}

// Without that time, the attempts would take until the time of the whole request is over.
it('a target that neither accepts nor refuses connections is given up after the time for connecting', {
  timeout: 15_000,
}, async () => {
  const { send, until } = await setUp(await blackHole())
  const { responses } = await send(get)
  expect([responses[0]?.status, responses[0]?.body]).toEqual([504, expect.stringContaining('errors.backend.timeout')])
  expect((await until(1))[0]?.attempts).toBe(2)
})

it('a POST goes to the second target, because the first never saw it', async () => {
  const backend = await startBackend()
  onTestFinished(backend.close)
  const { send, until } = await setUp(await blackHole(), { others: [{ hostname: '127.0.0.1', port: backend.port }] })
  const raw = 'POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 4\r\n\r\nbody'
  const { responses } = await send(raw)
  expect([responses[0]?.status, responses[0]?.body]).toEqual([200, 'ok'])
  expect(backend.seen.map(({ body }) => body)).toEqual(['body'])
  expect((await until(1))[0]?.attempts).toBe(2)
})

it('a target that closes during a large upload gets it once', async () => {
  let connections = 0
  const backend = await startRawBackend((socket) => {
    connections++
    let received = 0
    socket.on('data', (bytes) => {
      received += bytes.length
      if (received > 200_000) socket.destroy()
    })
  })
  onTestFinished(backend.close)
  const { send, until } = await setUp(backend.port, {})
  const body = 'x'.repeat(2_000_000)
  const raw = `PUT / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const { responses } = await send(raw)
  expect([responses[0]?.status, responses[0]?.body]).toEqual([
    502,
    expect.stringContaining('errors.backend.unreachable'),
  ])
  expect([(await until(1))[0]?.attempts, connections]).toEqual([1, 1])
})

it('a response before the request body was read is passed on, and the request is not repeated', async () => {
  const backend = await startRawBackend((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'))
  })
  onTestFinished(backend.close)
  const { send, until } = await setUp(backend.port)
  const raw = `PUT / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`
  const { responses } = await send(raw)
  expect([responses[0]?.status, responses[0]?.body]).toEqual([403, 'no'])
  expect((await until(1))[0]?.attempts).toBe(1)
})

/** Requests of a client with connections that stay, GET and POST in turn, so many a second. */
async function load(port: number, { rate, seconds }: { rate: number; seconds: number }) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const from = performance.now()
  const results: { readonly status: number | undefined }[] = []
  const call = (number: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (status: number | undefined): void => {
        results.push({ status })
        resolve()
      }
      const method = number % 2 === 0 ? 'GET' : 'POST'
      const request = httpRequest({ port, host: '127.0.0.1', method, agent, headers: { host: 'shop.example' } })
      request.on('error', () => done(undefined))
      request.on('response', (response) => response.resume().on('end', () => done(response.statusCode)))
      request.end(method === 'POST' ? 'body' : undefined)
    })
  const all: Promise<void>[] = []
  while (all.length < rate * seconds) {
    const due = Math.min(rate * seconds, ((performance.now() - from) * rate) / 1000)
    // A machine that has other things to do gets fewer at once.
    while (all.length < due && all.length - results.length < 500) all.push(call(all.length))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(all)
  return results
}

async function besideHealthy(port: number) {
  const healthy = createServer((request, response) => {
    request.resume()
    response.end('ok')
  })
  await new Promise<void>((resolve) => healthy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    healthy.close()
    healthy.closeAllConnections()
  })
  // The settings as they come.
  const others = [{ hostname: '127.0.0.1', port: (healthy.address() as AddressInfo).port }]
  const changes: number[] = []
  const onBackendChange = () => void changes.push(Date.now())
  const { gateway, ended } = gatewayTo({ port, others, options: { onBackendChange } })
  const { port: own, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(() => close({ drainMs: 0 }))
  return { own, ended, gateway, changes }
}

it('one of two targets refuses connections: of 4,000 requests, 500 a second, none fails', async () => {
  const { own, ended } = await besideHealthy(await refusing())
  const results = await load(own, { rate: 500, seconds: 8 })
  expect([results.length, results.filter(({ status }) => status !== 200)]).toEqual([4000, []])
  // One at the end of each rest: after 1, 2 and 4 s, and all that began before the first failure was known.
  expect(ended.filter(({ attempts }) => attempts > 1).length).toBeLessThan(50)
})

it('one of two targets is a black hole: no request fails, and one a second waits for it at most', async () => {
  const { own, gateway, ended, changes } = await besideHealthy(await blackHole())
  const results = await load(own, { rate: 500, seconds: 6 })
  expect([results.length, results.filter(({ status }) => status !== 200)]).toEqual([3000, []])
  // Requests that went there first. Until that is known, half of the requests do; later it is one at the end of each
  // rest.
  const went = ended.filter(({ attempts }) => attempts > 1)
  const probes = went.filter(({ calledAt = 0 }) => calledAt > (changes[0] ?? 0))
  expect(changes.length).toBe(1)
  expect(probes.length).toBeLessThanOrEqual(6)
  expect(probes.length).toBeGreaterThanOrEqual(1)
  expect(went.length - probes.length).toBeLessThan(results.length / 3)
  expect(gateway.backends()[0]?.targets.map(({ state }) => state)).toEqual(['resting', 'usable'])
})

it('a WebSocket opens, though the first target is a black hole', async () => {
  const backend = await startSwitchingBackend(({ socket, head }) => void socket.end(switching(head)))
  onTestFinished(backend.close)
  const others = [{ hostname: '127.0.0.1', port: backend.port }]
  const { port } = await setUp(await blackHole(), { others, client: {} })
  const { text } = await exchangeRaw(handshake(), { port })
  expect(text).toMatch(/^HTTP\/1.1 101 /)
})
