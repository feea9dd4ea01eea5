/** Sends the same request over persistent connections to a server on 127.0.0.1, each right after the last response. */
import { connect } from 'node:net'
import { answerWith } from '../child.ts'

/** One burst of requests. */
export interface RawBurst {
  readonly port: number
  readonly path: string
  /** The status that every response must have. */
  readonly status: number
  readonly requests: number
  /** Lines of the request that carry credentials. @default credentials that nobody reads */
  readonly headers?: readonly string[] | undefined
  /** A text that the head of every response must contain. @default none */
  readonly holds?: string | undefined
}

const CONNECTIONS = 32

const unread = ['X-Client-Id: shop-client-1', `X-Client-Secret: ${'A'.repeat(42)}`]

answerWith(({ port, path, status, requests, headers = unread, holds = '' }: RawBurst) => {
  const lines = [
    ...[`GET ${path} HTTP/1.1`, 'Host: api.example.com', 'User-Agent: bench', 'Accept: application/json'],
    ...[...headers, 'Accept-Encoding: gzip', '', ''],
  ]
  const request = Buffer.from(lines.join('\r\n'))
  let sent = 0
  let done = 0
  return new Promise((resolve, reject) => {
    const open = () => {
      const socket = connect(port, '127.0.0.1')
      let received = ''
      const send = () => {
        if (sent++ < requests) socket.write(request)
        else socket.destroy()
      }
      socket.setNoDelay(true)
      socket.on('error', reject)
      socket.on('connect', send)
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1')
        const end = lengthOf(received)
        if (end === undefined || received.length < end) return
        if (!received.startsWith(`HTTP/1.1 ${status} `) || !received.includes(holds))
          return reject(new Error(received.slice(0, 200)))
        received = ''
        if (++done === requests) resolve({})
        send()
      })
    }
    for (let i = 0; i < CONNECTIONS; i++) open()
  })
})

/** The length of the response, once its head has arrived; chunked ones end with the empty chunk. */
function lengthOf(received: string): number | undefined {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head + 2))
  if (length) return head + 4 + Number(length[1])
  return received.endsWith('\r\n0\r\n\r\n') ? received.length : undefined
}
