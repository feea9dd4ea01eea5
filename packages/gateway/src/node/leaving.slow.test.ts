import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { startRawBackend } from '../suite/scene/backend.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { reader } from '../suite/scene/raw-http.fixture.ts'
import { listen } from './listen.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Clients that leave, of each kind. */
const CLIENTS = 1000
/** How many are connected at the same time. */
const AT_ONCE = 100

const head = (more: string) => `HTTP/1.1 200 OK\r\n${more}\r\n`
const part = Buffer.alloc(16_384)

interface Kind {
  /** What a client sends, whose target ends with its number. */
  request(id: number): string
  /** Whether it leaves without waiting for its backend. Then the gateway may never see it. @default false */
  readonly leavesAtOnce?: boolean
  /** What a client waits for before it leaves, beside that its request has come to the backend. @default nothing */
  readonly isTime?: (text: string) => boolean
  readonly respond?: (socket: Socket) => void
}

const get = (id: number): string => `GET /${id} HTTP/1.1\r\nHost: shop.example\r\n\r\n`
const post = (id: number): string =>
  `POST /${id} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100000000\r\n\r\n${'a'.repeat(10_000)}`

const kinds: Readonly<Record<string, Kind>> = {
  'in the middle of a body': {
    request: get,
    isTime: (text) => text.length > 20_000,
    respond(socket) {
      socket.write(head('Content-Length: 100000000\r\n'))
      const send = () => {
        while (!socket.destroyed && socket.write(part));
        socket.once('drain', send)
      }
      send()
    },
  },
  'in the middle of a stream of events': {
    request: get,
    isTime: (text) => text.includes('data: 2'),
    respond(socket) {
      socket.write(head('Content-Type: text/event-stream\r\n'))
      let count = 0
      const timer = setInterval(() => socket.write(`data: ${count++}\n\n`), 5)
      socket.once('close', () => clearInterval(timer))
    },
  },
  'in the middle of an upload': { request: post },
  'as soon as they have sent a request': { request: get, leavesAtOnce: true },
  'as soon as they have begun an upload': { request: post, leavesAtOnce: true },
}

it.each(Object.entries(kinds))('a thousand clients that leave %s leave nothing behind', async (_, kind) => {
  const arrivals = new Map<number, () => void>()
  const backend = await startRawBackend((socket) =>
    socket.once('data', (bytes) => {
      arrivals.get(Number(/^\w+ \/(\d+) /.exec(bytes.toString('latin1'))?.[1]))?.()
      kind.respond?.(socket)
    }),
  )
  const { gateway, ended } = gatewayTo({ port: backend.port, client: { maxConnections: AT_ONCE } })
  const { server, port, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(async () => {
    await close({ drainMs: 0 })
    await backend.close()
  })
  let begun = 0
  server.on('request', () => begun++)
  let clients = 0

  const leave = async () => {
    const id = ++clients
    const arrived = kind.leavesAtOnce ? undefined : new Promise<void>((resolve) => arrivals.set(id, resolve))
    const socket = connect(port, '127.0.0.1')
    const { until } = reader(socket)
    socket.write(kind.request(id))
    await arrived
    await until(kind.isTime ?? (() => true))
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
  const before = await settled()
  await leaveMany(CLIENTS)
  const after = await settled()
  // On a busy machine, the kernel forgets a client that leaves before it was accepted.
  if (!kind.leavesAtOnce) expect(begun).toBe(2 * AT_ONCE + CLIENTS)
  await expect.poll(() => begun - ended.length).toBe(0)
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([499]))
  ended.length = 0
  expect(after.resources).toBe(before.resources)
  expect(after.heapUsed - before.heapUsed).toBeLessThan(4_000_000)
})
