import { connect as connectTo } from 'node:net'
import { credentials } from './known.fixture.ts'

/** A connection on which a test sends exact bytes, and what it received. */
export interface RawConnection {
  send(text: string | Uint8Array): void
  /** Resolves with everything received once it matches; rejects if the connection closes earlier. */
  until(pattern: RegExp): Promise<string>
  /** Resolves with everything received once the other end has closed. */
  readonly closed: Promise<string>
  destroy(): void
}

/** Connects to a server without a client that would correct what is sent, from an address of this machine. */
export async function connect(url: string, localAddress?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connectTo({ host: hostname, port: Number(port), ...(localAddress !== undefined && { localAddress }) })
  let received = ''
  const listeners = new Set<() => void>()
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)))
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
    for (const listener of listeners) listener()
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    send: (text) => void socket.write(text),
    until(pattern) {
      const found = new Promise<string>((resolve) => {
        const look = () => pattern.test(received) && resolve(received)
        listeners.add(look)
        look()
      })
      const ended = closed.then((text) => {
        if (pattern.test(text)) return text
        throw new Error(`The connection closed before ${pattern}: ${text}`)
      })
      return Promise.race([found, ended])
    },
    closed,
    destroy: () => void socket.destroy(),
  }
}

/** The head of a request with the API key of the tests, ready for a body. */
export const head = (method: string, path: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${Object.entries({ ...credentials, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** A chunk of a chunked body; an empty chunk ends it. */
export const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

/** Headers of a chunked JSON body. */
export const chunked = (type = 'application/json') => ({ 'Content-Type': type, 'Transfer-Encoding': 'chunked' })
