import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startBackend, startRawBackend } from '../backend.fixture.ts'
import { gatewayTo } from '../open-gateway.fixture.ts'
import { exchangeRaw } from '../raw-http.fixture.ts'
import { listen } from './listen.ts'

const get = 'GET / HTTP/1.1\r\nHost: shop.example\r\nAccept: application/json\r\n\r\n'

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
  return { send: (raw: string) => exchangeRaw(raw, { port: own, responses: 1 }), until }
}

it('a target that neither accepts nor refuses connections is given up after the time for connecting', async () => {
  const { send, until } = await setUp(await blackHole())
  const from = performance.now()
  const { responses } = await send(get)
  expect([responses[0]?.status, responses[0]?.body]).toEqual([504, expect.stringContaining('errors.backend.timeout')])
  expect(performance.now() - from).toBeLessThan(5000)
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
