import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { startRawBackend } from '../suite/scene/backend.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { listen } from './listen.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Streams that are open at the same time. */
const STREAMS = 1000
/** How long events flow, in milliseconds. */
const SOAK_MS = Number(process.env.SIGNALBOX_SOAK ?? 3) * 1000

it('a thousand streams of events flow without limit, growth or delay, and end with their clients', async () => {
  const streams: Socket[] = []
  const backend = await startRawBackend((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 0\n\n')
      streams.push(socket)
    })
  })
  const client = { maxConnections: STREAMS, callTimeout: 5000, callAndStreamTimeout: 500, idleTimeout: 60_000 }
  const { gateway, ended, until } = gatewayTo({ port: backend.port, client })
  const limits = { connectionsPerAddress: 2 * STREAMS, clientShare: 1 }
  const { server, port, close } = await listen(gateway, { host: '127.0.0.1', ...limits })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await backend.close()
  })

  /** A client that has the first event. It counts the others. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /events HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n')
    const one = { socket, last: '', events: 0, errors: 0 }
    socket.on('error', () => one.errors++)
    socket.on('data', (bytes: Buffer) => {
      one.last = bytes.toString('latin1')
      if (one.last.includes('data: ')) one.events++
    })
    while (one.events === 0) await once(socket, 'data')
    return one
  }
  const clients: Awaited<ReturnType<typeof open>>[] = []
  while (clients.length < STREAMS) clients.push(...(await Promise.all(Array.from({ length: 100 }, open))))

  /** Sends an event on every stream; resolves when each client has it. Nothing follows that could push it out. */
  let events = 1
  const round = async () => {
    const startedAt = performance.now()
    for (const stream of streams) stream.write(`data: ${events}\n\n`)
    events++
    for (const one of clients) while (one.events < events) await once(one.socket, 'data')
    return performance.now() - startedAt
  }
  const heapUsed = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const flow = async (ms: number) => {
    let slowest = 0
    for (const endsAt = performance.now() + ms; performance.now() < endsAt; ) slowest = Math.max(slowest, await round())
    return slowest
  }

  await flow(Math.min(1000, SOAK_MS / 3))
  const before = heapUsed()
  await flow(SOAK_MS)
  const growth = heapUsed() - before
  expect(growth).toBeLessThan(3_000_000)
  expect(streams.filter(({ destroyed }) => !destroyed)).toHaveLength(STREAMS)
  expect(ended).toEqual([])

  // Each client that leaves takes the stream of its backend along.
  for (const { socket } of clients.slice(0, 50)) {
    const size = backend.sockets.size
    socket.resetAndDestroy()
    while (backend.sockets.size === size) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const { socket } of clients) socket.resetAndDestroy()
  await expect.poll(() => backend.sockets.size).toBe(0)
  await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
  await until(STREAMS)
  expect(new Set(ended.map(({ status, cause }) => `${status} ${cause}`))).toEqual(new Set(['499 errors.client.closed']))
  console.log(`events a stream: ${events}; growth of the heap: ${growth} B`)
}, 600_000)
