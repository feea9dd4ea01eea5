import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { block, connectFrames, frame, frames, requestHead, windowOf } from '../suite/scene/http2-client.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { listen } from './listen.ts'

/** Clients that read slowly, all from one address. */
const CLIENTS = 200
const SLOW = '127.0.0.2'
const HONEST = '127.0.0.3'
const big = Buffer.alloc(4 * 1024 * 1024, 'x')

const tls = { cert: certificates.server, key: certificates.serverKey }

const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

/** Opens clients that take nothing, or one byte at each tick. */
const kinds = {
  'HTTP/1': async (port: number) =>
    Array.from({ length: CLIENTS }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: SLOW })
      opened.push(socket.on('error', () => {}).pause())
      socket.write('GET /big HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      return () => void socket.read(1)
    }),
  'HTTP/2': async (port: number) => {
    const takers: (() => void)[] = []
    for (let connection = 0; connection < 2; connection++) {
      const { socket } = await connectFrames(port, windowOf(0), SLOW)
      opened.push(socket)
      for (let stream = 1; stream < CLIENTS; stream += 2) {
        const head = block(...requestHead.slice(0, -1), '/big')
        socket.write(frame(frames.headers, 5, stream, head))
        const one = Buffer.from([0, 0, 0, 1])
        takers.push(() => void socket.write(frame(frames.windowUpdate, 0, stream, one)))
      }
    }
    return takers
  },
} satisfies Record<string, (port: number) => Promise<(() => void)[]>>

/** A gateway with the limits that it has by default. */
async function setUp(isHttp2: boolean) {
  const backend = await startBackend((_, response, { target }) => response.end(target === '/big' ? big : 'ok'))
  onTestFinished(backend.close)
  const made = gatewayTo({ port: backend.port })
  const { port, close } = await listen(made.gateway, { host: '127.0.0.1', ...(isHttp2 && { tls, h2: true }) })
  onTestFinished(() => close({ drainMs: 0 }))
  return { ...made, backend, port }
}

/** Sends requests one after the other, each over a connection of its own, until one fails. Returns their statuses, and how long each took. */
async function ask(count: number, port: number, isHttp2: boolean) {
  const took: number[] = []
  const statuses: (number | string)[] = []
  for (let i = 0; i < count && !statuses.some((status) => status !== 200); i++) {
    const startedAt = performance.now()
    statuses.push(await askOnce(port, isHttp2))
    took.push(performance.now() - startedAt)
  }
  return { statuses, p99: took.sort((a, b) => a - b)[Math.floor(count * 0.99)] as number }
}

const askOnce = (port: number, isHttp2: boolean): Promise<number | string> =>
  new Promise((resolve) => {
    const to = { host: '127.0.0.1', port, localAddress: HONEST, path: '/small', agent: false as const }
    const about = { headers: { host: 'shop.example' }, timeout: 3000, signal: AbortSignal.timeout(3000) }
    const secured = { ca: certificates.authority, servername: 'shop.example' }
    const request = isHttp2 ? requestTls({ ...to, ...about, ...secured }) : requestPlain({ ...to, ...about })
    request.on('error', ({ name }) => resolve(name))
    request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode as number)))
    request.end()
  })

const cases = Object.keys(kinds).flatMap((name) =>
  ['nothing', 'a byte now and then'].map((what) => [name as keyof typeof kinds, what] as const),
)

it.each(cases)('clients over %s that take %s leave the backend to others', async (kind, what) => {
  const isHttp2 = kind === 'HTTP/2'
  const { gateway, backend, port, ended } = await setUp(isHttp2)
  const requests = 100
  const idle = await ask(requests, port, isHttp2)

  const takers = await kinds[kind](port)
  const bigs = () => backend.seen.filter(({ target }) => target === '/big').length
  await expect.poll(bigs).toBeGreaterThan(CLIENTS / 4)
  let before = 0
  const isQuiet = () => {
    const last = before
    before = bigs()
    return last === before
  }
  await expect.poll(isQuiet, { interval: 100 }).toBe(true)
  const ticks = what === 'nothing' ? undefined : setInterval(() => takers.forEach((take) => void take()), 50)
  const busy = await ask(requests, port, isHttp2)
  clearInterval(ticks)

  expect(busy.statuses).toEqual(Array(requests).fill(200))
  expect(busy.p99).toBeLessThan(2 * idle.p99 + 200)
  expect(gateway.backends().flatMap(({ targets }) => targets.map(({ state }) => state))).toEqual(['usable'])
  expect(ended.filter(({ cause }) => cause === 'errors.backend.circuit.open')).toEqual([])
  // Some were slow all the time.
  expect(ended.filter(({ status }) => status === 200).length).toBeLessThan(2 * requests + CLIENTS / 2)
})
