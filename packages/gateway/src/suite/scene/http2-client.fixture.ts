import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { certificates } from './certificates.fixture.ts'

/** A response to a client of HTTP/2. */
export interface Http2Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly trailers: IncomingHttpHeaders
  /** The error code with which the stream was closed. */
  readonly code: number
}

/** Connects to a server on 127.0.0.1 that is `shop.example`. */
export function connectHttp2(port: number, options: SecureClientSessionOptions = {}): ClientHttp2Session {
  const known = { ca: certificates.authority, servername: 'shop.example' }
  const session = connect(`https://127.0.0.1:${port}`, { ...known, ...options })
  session.on('error', () => {})
  return session
}

/** Sends a request to `shop.example`. */
export function sendHttp2(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}, body?: string | Buffer) {
  const stream = session.request({ ':authority': 'shop.example', ':path': '/', ...headers }, { endStream: !body })
  if (body) stream.end(body)
  return receiveHttp2(stream)
}

/** Reads a response until its stream is closed. */
export function receiveHttp2(stream: ClientHttp2Stream): Promise<Http2Response> {
  return new Promise((resolve) => {
    let headers: IncomingHttpHeaders & { ':status'?: number | undefined } = {}
    let trailers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    stream.on('response', (all) => {
      headers = all
    })
    stream.on('trailers', (all) => {
      trailers = all
    })
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('error', () => {})
    stream.on('close', () =>
      resolve({
        status: headers[':status'] ?? 0,
        headers,
        trailers,
        body: Buffer.concat(chunks).toString('latin1'),
        code: stream.rstCode ?? 0,
      }),
    )
  })
}

/** A frame of HTTP/2 (RFC 9113, section 4). */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** The types of frames. */
export const frames = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
}

/** The bytes of a frame. */
export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A header block in which nothing is compressed (RFC 7541, section 6.2.2). */
export function block(...list: string[]): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(value, 'latin1')
    if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
    const rest: number[] = []
    let left = bytes.length - 127
    for (; left >= 128; left >>>= 7) rest.push((left & 127) | 128)
    return Buffer.concat([Buffer.from([127, ...rest, left]), bytes])
  }
  return Buffer.concat(list.flatMap((one, i) => [...(i % 2 === 0 ? [Buffer.from([0])] : []), text(one)]))
}

/** The head of a request to `shop.example`. */
export const requestHead = [':method', 'GET', ':scheme', 'https', ':authority', 'shop.example', ':path', '/']

/** The settings of a client that takes so many bytes of each response before it asks for more. */
export function windowOf(bytes: number): Buffer {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(4, 0)
  payload.writeUInt32BE(bytes, 2)
  return payload
}

/** A connection of HTTP/2 on which frames are written by hand. `settings` are the client's. */
export async function connectFrames(port: number, settings?: Buffer, localAddress?: string) {
  const socket: TLSSocket = connectTls({
    ...{ port, host: '127.0.0.1', ca: certificates.authority, servername: 'shop.example' },
    ...(localAddress && { localAddress }),
    ALPNProtocols: ['h2'],
  })
  const received: Frame[] = []
  let rest = Buffer.alloc(0)
  let isClosed = false
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const length = rest.readUIntBE(0, 3)
      const payload = rest.subarray(9, 9 + length)
      received.push({ type: rest[3]!, flags: rest[4]!, stream: rest.readUInt32BE(5), payload })
      rest = rest.subarray(9 + length)
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(frames.settings, 0, 0, settings)]))
  return {
    socket,
    received,
    isClosed: () => isClosed,
    of: (type: number) => received.filter((one) => one.type === type),
  }
}
