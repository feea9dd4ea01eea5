import { connect, type Socket } from 'node:net'

/** A response as it came over a socket. */
export interface RawResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly head: string
  readonly body: string
  readonly trailers: string
}

/** What a client got on one connection. */
export interface Received {
  /** Complete responses, 1xx among them. */
  readonly responses: readonly RawResponse[]
  /** The head of a response that was cut off. */
  readonly cut: boolean
  readonly isClosed: boolean
  /** All bytes, as Latin-1. */
  readonly text: string
}

interface Sending {
  readonly port: number
  /** Final responses after which the connection is left. @default until the server closes */
  readonly responses?: number
  /** Whether to close the sending side after the bytes. */
  readonly halfClose?: boolean
  readonly host?: string
}

/** Sends bytes, as Latin-1, and reads until the responses have come or the server closes. */
export function exchangeRaw(raw: string, sending: Sending): Promise<Received> {
  const { port, responses: wanted = Number.POSITIVE_INFINITY, halfClose = false, host = '127.0.0.1' } = sending
  return new Promise((resolve) => {
    const socket = connect({ port, host, allowHalfOpen: true })
    let text = ''
    const end = (isClosed: boolean): void => {
      const { responses, rest } = readResponses(text, { isHead: raw.startsWith('HEAD'), isClosed })
      resolve({ responses, cut: rest !== '', isClosed, text })
      socket.destroy()
    }
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      const { responses } = readResponses(text, { isHead: raw.startsWith('HEAD'), isClosed: false })
      if (responses.filter(({ status }) => status >= 200).length >= wanted) end(false)
    })
    socket.on('end', () => end(true))
    socket.on('error', () => end(true))
    socket.on('close', () => end(true))
    socket.write(Buffer.from(raw, 'latin1'))
    if (halfClose) socket.end()
  })
}

/** Waits for text on a socket, whose data is collected from then on. */
export function reader(socket: Socket) {
  let text = ''
  const waiting = new Set<() => void>()
  const look = () => {
    for (const one of waiting) one()
  }
  let isClosed = false
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
    look()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    look()
  })
  return {
    text: () => text,
    isClosed: () => isClosed,
    until: (test: (text: string, isClosed: boolean) => boolean): Promise<string> =>
      new Promise((resolve) => {
        const one = () => {
          if (!test(text, isClosed)) return
          waiting.delete(one)
          resolve(text)
        }
        waiting.add(one)
        one()
      }),
  }
}

/** Reads complete responses from the bytes of a connection; `rest` are the bytes of an incomplete one. */
export function readResponses(
  text: string,
  { isHead, isClosed }: { readonly isHead: boolean; readonly isClosed: boolean },
): { responses: RawResponse[]; rest: string } {
  const responses: RawResponse[] = []
  let rest = text
  for (;;) {
    const read = readOne(rest, isHead, isClosed)
    if (!read) return { responses, rest }
    responses.push(read.response)
    rest = rest.slice(read.length)
  }
}

function readOne(text: string, isHead: boolean, isClosed: boolean) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Map<string, string[]>()
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), field.slice(colon + 1).trim()])
  }
  const status = Number(line.split(' ')[1])
  const from = end + 4
  const whole = (body: string, length: number, trailers = '') => ({
    response: { status, headers, head, body, trailers },
    length: from + length,
  })
  if (isHead || status < 200 || status === 204 || status === 304) return whole('', 0)
  if (headers.get('transfer-encoding')?.[0] === 'chunked') {
    const chunked = readChunks(text.slice(from))
    return chunked && whole(chunked.body, chunked.length, chunked.trailers)
  }
  const length = headers.get('content-length')?.[0]
  if (length === undefined) return isClosed ? whole(text.slice(from), text.length - from) : undefined
  const body = text.slice(from, from + Number(length))
  return body.length === Number(length) ? whole(body, body.length) : undefined
}

function readChunks(text: string): { body: string; length: number; trailers: string } | undefined {
  let body = ''
  let at = 0
  for (;;) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(text.slice(at, line), 16)
    if (size === 0) {
      const end = text.indexOf('\r\n\r\n', line)
      if (end < 0) return undefined
      return { body, length: end + 4, trailers: text.slice(line + 2, end) }
    }
    if (text.length < line + 2 + size + 2) return undefined
    body += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
  }
}
