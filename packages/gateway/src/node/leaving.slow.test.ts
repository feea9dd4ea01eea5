import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { startRawBackend } from '../backend.fixture.ts'
import { gatewayTo } from '../open-gateway.fixture.ts'
import { reader } from '../raw-http.fixture.ts'
import { listen } from './listen.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Clients that leave, of each kind. */
const CLIENTS = 1000
/** How many are connected at the same time. */
const AT_ONCE = 100

const head = (more: string) => `HTTP/1.1 200 OK\r\n${more}\r\n`
const part = Buffer.alloc(16_384)

/** What a client sends, and what it waits for before it leaves. */
const kinds = {
  'in the middle of a body': {
    request: 'GET /body HTTP/1.1\r\nHost: shop.example\r\n\r\n',
    isTime: (text: string) => text.length > 20_000,
    respond(socket: Socket) {
      socket.write(head('Content-Length: 100000000\r\n'))
      const send = () => {
        while (!socket.destroyed && socket.write(part));
        socket.once('drain', send)
      }
      send()
    },
  },
  'in the middle of a stream of events': {
    request: 'GET /events HTTP/1.1\r\nHost: shop.example\r\n\r\n',
    isTime: (text: string) => text.includes('data: 2'),
    respond(socket: Socket) {
      socket.write(head('Content-Type: text/event-stream\r\n'))
      let count = 0
      const timer = setInterval(() => socket.write(`data: ${count++}\n\n`), 5)
      socket.once('close', () => clearInterval(timer))
    },
  },
  'in the middle of an upload': {
    request: `POST /upload HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100000000\r\n\r\n${'a'.repeat(10_000)}`,
    isTime: () => true,
    respond() {},
  },
}

it.each(Object.entries(kinds))('a thousand clients that leave %s leave nothing behind', async (_, kind) => {
  const backend = await startRawBackend((socket) => socket.once('data', () => kind.respond(socket)))
  const { gateway, ended, until } = gatewayTo({ port: backend.port, client: { maxConnections: AT_ONCE } })
  const { server, port, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await backend.close()
  })

  const leave = async () => {
    const socket = connect(port, '127.0.0.1')
    const { until } = reader(socket)
    const begun = backend.sockets.size
    socket.write(kind.request)
    await until(kind.isTime)
    if (kind.request.startsWith('POST')) await expect.poll(() => backend.sockets.size).toBeGreaterThanOrEqual(begun)
    socket.resetAndDestroy()
    await until((_, isClosed) => isClosed)
  }
  const leaveMany = async (count: number) => {
    for (let left = count; left > 0; left -= AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, leave))
  }
  const settled = async () => {
    await expect.poll(() => backend.sockets.size).toBe(0)
    await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
    collect()
    const { heapUsed } = process.memoryUsage()
    return { heapUsed, resources: process.getActiveResourcesInfo().filter((one) => one.startsWith('TCP')).length }
  }

  await leaveMany(2 * AT_ONCE)
  await until(2 * AT_ONCE)
  ended.length = 0
  const before = await settled()
  await leaveMany(CLIENTS)
  const after = await settled()
  await until(CLIENTS)
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([499]))
  ended.length = 0
  expect(after.resources).toBe(before.resources)
  expect(after.heapUsed - before.heapUsed).toBeLessThan(4_000_000)
})
