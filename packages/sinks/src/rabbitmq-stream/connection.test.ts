import { connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openConnection } from './connection.ts'
import { rabbitmqStreamSink } from './rabbitmq-stream-sink.ts'
import { frame, RESPONSE, read, splitFrames } from './wire.ts'

/** A server on a free port, which does with each connection what the test says. */
async function startPeer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

const open = (port: number) =>
  openConnection({
    ...{ socket: connect(port, '127.0.0.1'), address: '127.0.0.1', user: 'guest', password: 'guest', virtualHost: '/' },
  })

it.each([
  ['a text', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['a frame without a command', '\0\0\0\x01x'],
  ['a frame that ends early', '\0\0\0\x04\x80\x11\0\x01'],
])('a server that answers with %s is not taken for a broker', async (_, answer) => {
  const port = await startPeer((socket) => socket.once('data', () => socket.write(answer, 'latin1')))
  await expect(open(port)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The stream of 127.0.0.1 cannot be written: the answer is not that of the stream protocol: check the port',
  })
})

it('a connection that is closed as soon as it is open rejects, and sends no heartbeat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const port = await startPeer((socket) => {
    socket.on(
      'data',
      splitFrames((bytes) => {
        const reader = read(bytes)
        const command = reader.u16()
        reader.u16()
        const name = ({ 17: 'peerProperties', 18: 'saslHandshake', 19: 'saslAuthenticate', 21: 'open' } as const)[
          command
        ]
        if (!name) return
        const answers = [frame(name, RESPONSE).u32(reader.u32()).u16(1).end()]
        if (name === 'saslAuthenticate') answers.push(frame('tune').u32(1_000_000).u32(60).end())
        if (name === 'open') answers.push(frame('close').u32(1).u16(1).text('the node shuts down').end())
        socket.write(Buffer.concat(answers))
      }),
    )
  })
  await expect(open(port)).rejects.toThrow('the broker closes the connection: the node shuts down (1)')
  expect(vi.getTimerCount()).toBe(0)
})

it('a server that accepts connections, and never answers, is named after twenty seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = Promise.withResolvers<void>()
  const port = await startPeer((socket) => socket.once('data', () => asked.resolve()))
  const sink = rabbitmqStreamSink({ url: `rabbitmq-stream://guest:hunter2@127.0.0.1:${port}` })
  const position = sink.position(new AbortController().signal)
  position.catch(() => {})
  await asked.promise
  await vi.advanceTimersByTimeAsync(20_000)
  await expect(position).rejects.toThrow(
    `The stream of 127.0.0.1:${port} cannot be written: the broker has not answered for 20 seconds`,
  )
  await sink.close()
})
