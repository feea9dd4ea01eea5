/**
 * Slow readers of one URL on 127.0.0.1: each takes a kilobyte at a time. Beside them, other clients ask for a small
 * response, each right after its last. Answers with the times of the latter, in milliseconds.
 */
import { connect, type Socket } from 'node:net'
import { answerWith } from '../child.ts'

/** What to read. */
export interface SlowReading {
  readonly port: number
  /** How many slow readers there are in all. */
  readonly readers: number
  readonly large: string
  readonly small: string
  /** How long the others ask, in milliseconds. */
  readonly ms: number
}

const READ_MS = 200
const BYTES = 1024
const OTHERS = 8

const readers: Socket[] = []

/** From sixteen addresses, because one address has only so many ports. */
const open = (port: number, path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${1 + (readers.length % 16)}` }, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: api.example.com\r\n\r\n`)
      socket.once('readable', () => resolve(socket))
    })
    socket.on('error', reject)
  })

async function ask(port: number, path: string, until: number): Promise<number[]> {
  const socket = connect(port, '127.0.0.1')
  const times: number[] = []
  while (performance.now() < until) {
    const from = performance.now()
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', () => {
        socket.off('error', reject)
        resolve()
      })
      socket.write(`GET ${path} HTTP/1.1\r\nHost: api.example.com\r\n\r\n`)
    })
    times.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  socket.destroy()
  return times
}

setInterval(() => {
  for (const socket of readers) socket.read(BYTES)
}, READ_MS).unref()

answerWith(async ({ port, readers: wanted, large, small, ms }: SlowReading) => {
  while (readers.length < wanted) readers.push(await open(port, large))
  const until = performance.now() + ms
  const times = await Promise.all(Array.from({ length: OTHERS }, () => ask(port, small, until)))
  return { times: times.flat() }
})
