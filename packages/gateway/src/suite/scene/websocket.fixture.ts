import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { startRawBackend } from './backend.fixture.ts'

/** The key of RFC 6455, section 1.3, and its answer. */
export const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
export const ACCEPT = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='

interface Handshake {
  readonly method?: string
  readonly version?: string
  /** @default /chat */
  readonly target?: string
  /** Header lines, each of which replaces the line of that name. An empty value: no such line. */
  readonly lines?: Readonly<Record<string, string>>
  /** More header lines. */
  readonly more?: string
}

/** A request for a WebSocket, as bytes. */
export function handshake({
  method = 'GET',
  version = '1.1',
  target = '/chat',
  lines = {},
  more = '',
}: Handshake = {}): string {
  const usual = { Host: 'shop.example', Accept: 'application/json', Connection: 'Upgrade', Upgrade: 'websocket' }
  const all = { ...usual, 'Sec-WebSocket-Key': KEY, 'Sec-WebSocket-Version': '13', ...lines }
  const text = Object.entries(all).map(([name, value]) => (value === '' ? '' : `${name}: ${value}\r\n`))
  return `${method} ${target} HTTP/${version}\r\n${text.join('')}${more}\r\n`
}

/** The 101 for a request for a WebSocket. */
export function switching(head: string, more = ''): string {
  const key = /sec-websocket-key: *(.*)\r/i.exec(head)?.[1]
  const accept = hash('sha1', `${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`, 'base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`
}

/** A connection that a backend was asked to upgrade. */
export interface Asked {
  readonly socket: Socket
  /** The request. */
  readonly head: string
}

/** A backend that calls back with the head of each request. */
export async function startSwitchingBackend(handle: (asked: Asked) => void) {
  const heads: string[] = []
  const backend = await startRawBackend((socket) => {
    let head = ''
    const take = (bytes: Buffer) => {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n') + 4
      if (end < 4) return
      socket.off('data', take)
      if (head.length > end) socket.unshift(Buffer.from(head.slice(end), 'latin1'))
      head = head.slice(0, end)
      heads.push(head)
      handle({ socket, head })
    }
    socket.on('data', take)
  })
  return { ...backend, heads }
}
