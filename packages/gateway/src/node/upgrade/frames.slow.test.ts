import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { Agent, WebSocket as UndiciWebSocket } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { gatewayTo } from '../../suite/scene/open-gateway.fixture.ts'
import { listen } from '../listen.ts'

/** With `SIGNALBOX_SOAK`, ten times as many. */
const RUNS = process.env.SIGNALBOX_SOAK ? 1000 : 100

interface Frame {
  readonly kind: 'text' | 'binary' | 'ping' | 'pong'
  readonly size: number
  readonly fragments: number
  readonly seed: number
}

/** Most messages are short, some are longer than what a connection holds. */
const size = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 124, 125, 126, 127, 4096, 65_535, 65_536) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 2000, max: 200_000 }) },
)
const frame = fc.record<Frame>({
  kind: fc.constantFrom('text', 'binary', 'text', 'binary', 'ping', 'pong'),
  size,
  fragments: fc.constantFrom(1, 1, 2, 5),
  seed: fc.nat({ max: 250 }),
})
const frames = fc.array(frame, { maxLength: 12 })
const conversation = fc.record({
  fromClient: frames,
  fromServer: frames,
  isCompressed: fc.boolean(),
  client: fc.constantFrom('ws', 'undici'),
  closedBy: fc.constantFrom('client', 'server'),
  code: fc.oneof(fc.constant(1000), fc.integer({ min: 3000, max: 4999 })),
  reason: fc.string({ maxLength: 30 }),
})

/** The bytes of a frame. Control frames have at most 125. */
function bytesOf({ kind, size, seed }: Frame): Buffer {
  const isControl = kind === 'ping' || kind === 'pong'
  if (kind === 'text') return Buffer.from('aé😀z'.repeat(Math.ceil(size / 8) + (seed % 2)).slice(seed % 2))
  return Buffer.from(Uint8Array.from({ length: isControl ? size % 126 : size }, (_, i) => i * 31 + seed))
}

const labelOf = (kind: string, bytes: Buffer): string => `${kind} ${bytes.length} ${bytes.toString('base64')}`

function send(socket: WebSocket, one: Frame): void {
  const bytes = bytesOf(one)
  if (one.kind === 'ping') socket.ping(bytes)
  else if (one.kind === 'pong') socket.pong(bytes)
  else {
    const length = Math.ceil(bytes.length / one.fragments) || 1
    for (let i = 0; i < one.fragments; i++) {
      const part = bytes.subarray(i * length, (i + 1) * length)
      socket.send(part, { binary: one.kind === 'binary', fin: i === one.fragments - 1 })
    }
  }
}

/** What a socket of `ws` receives, in order. */
function logOf(socket: WebSocket): string[] {
  const log: string[] = []
  socket.on('message', (data, isBinary) => log.push(labelOf(isBinary ? 'binary' : 'text', data as Buffer)))
  socket.on('ping', (data) => log.push(labelOf('ping', data)))
  socket.on('pong', (data) => log.push(labelOf('pong', data)))
  return log
}

const closeOf = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => socket.once('close', (code, reason) => resolve(`${code} ${reason}`)))

/** Names are addresses of this machine. */
const toLoopback = new Agent({
  connect: { lookup: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]) },
})

/** A client of either library. undici sends no fragments and no control frames of its own. */
async function connectTo(url: string, kind: string, isCompressed: boolean) {
  if (kind === 'ws') {
    const options = { headers: { Host: 'shop.example' }, autoPong: false, perMessageDeflate: isCompressed }
    const socket = new WebSocket(url, options)
    const log = logOf(socket)
    await once(socket, 'open')
    const close = (code: number, reason: string) => socket.close(code, reason)
    return { log, closed: closeOf(socket), close, send: (one: Frame) => send(socket, one), sends: () => true }
  }
  const socket = new UndiciWebSocket(url.replace('127.0.0.1', 'shop.example'), { dispatcher: toLoopback })
  socket.binaryType = 'arraybuffer'
  const log: string[] = []
  socket.addEventListener('message', ({ data }) =>
    log.push(
      typeof data === 'string'
        ? labelOf('text', Buffer.from(data))
        : labelOf('binary', Buffer.from(data as ArrayBuffer)),
    ),
  )
  const closed = new Promise<string>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => resolve(`${code} ${reason}`)),
  )
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('The WebSocket did not open')))
  })
  return {
    log,
    closed,
    close: (code: number, reason: string) => socket.close(code, reason),
    send: (one: Frame) => socket.send(one.kind === 'text' ? bytesOf(one).toString() : Uint8Array.from(bytesOf(one))),
    sends: ({ kind }: Frame) => kind === 'text' || kind === 'binary',
  }
}

it(`${RUNS} random conversations arrive unchanged and in order`, async () => {
  const servers = [false, true].map(
    (isCompressed) =>
      new WebSocketServer({
        ...{ port: 0, host: '127.0.0.1', autoPong: false, maxPayload: 1_000_000 },
        perMessageDeflate: isCompressed && { threshold: 0 },
      }),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const opened = await Promise.all(
    servers.map(async (server) => {
      const { gateway } = gatewayTo({ port: (server.address() as AddressInfo).port })
      const listening = await listen(gateway, { host: '127.0.0.1' })
      return { ...listening, server }
    }),
  )
  onTestFinished(async () => {
    for (const { close, server } of opened) {
      await close({ drainMs: 0 })
      server.close()
    }
  })

  let connections = 0
  await fc.assert(
    fc.asyncProperty(
      conversation,
      async ({ fromClient, fromServer, isCompressed, client: kind, closedBy, code, reason }) => {
        const { server, port } = opened[isCompressed ? 1 : 0]!
        const accepted = new Promise<{ socket: WebSocket; log: string[] }>((resolve) =>
          server.once('connection', (socket: WebSocket) => resolve({ socket, log: logOf(socket) })),
        )
        const client = await connectTo(`ws://127.0.0.1:${port}/chat`, kind, isCompressed)
        const { socket, log } = await accepted
        const closed = Promise.all([client.closed, closeOf(socket)])
        connections++
        const sent = fromClient.filter(client.sends)
        for (let i = 0; i < Math.max(sent.length, fromServer.length); i++) {
          if (sent[i]) client.send(sent[i] as Frame)
          if (fromServer[i]) send(socket, fromServer[i] as Frame)
        }
        const expected = (list: readonly Frame[]) => list.map((one) => labelOf(one.kind, bytesOf(one)))
        // undici answers pings, and tells of none.
        const pings = kind === 'undici' ? fromServer.filter(({ kind }) => kind === 'ping').length : 0
        const toServer = expected(sent)
        const toClient = expected(fromServer.filter(client.sends))
        await expect.poll(() => [log.length, client.log.length]).toEqual([toServer.length + pings, toClient.length])
        expect(client.log).toEqual(toClient)
        expect(kind === 'ws' ? log : log.filter((one) => !one.startsWith('pong'))).toEqual(toServer)
        if (closedBy === 'client') client.close(code, reason)
        else socket.close(code, reason)
        const [atClient, atServer] = await closed
        const [told, answered] = closedBy === 'client' ? [atServer, atClient] : [atClient, atServer]
        // undici repeats the code, not the reason.
        expect([told, answered.split(' ', 1)[0]]).toEqual([`${code} ${reason}`, `${code}`])
      },
    ),
    { numRuns: RUNS, endOnFailure: false },
  )
  expect(connections).toBeGreaterThanOrEqual(RUNS)
}, 600_000)
