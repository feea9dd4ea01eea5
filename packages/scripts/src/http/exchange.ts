import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { HttpRequest } from '../messages.ts'
import { answering } from './locate.ts'

/** An answer as it came, redirects included. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One request to one address. */
export interface Exchange {
  readonly url: URL
  readonly request: HttpRequest
  /** Where to connect: nothing else is asked and nothing else is connected to. */
  readonly addresses: readonly string[]
  /** Bytes of body after which the answer is refused. */
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/** Sends a request on a connection of its own and reads the whole answer. Rejects when that fails or is too much. */
export function exchange({ url, request, addresses, mostBytes, signal }: Exchange): Promise<RawResponse> {
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      lookup: answering(addresses),
      agent: false,
      signal,
    })
    outgoing.on('error', reject)
    outgoing.on('response', async (incoming) => {
      try {
        const chunks: Buffer[] = []
        let size = 0
        for await (const chunk of incoming as AsyncIterable<Buffer>) {
          size += chunk.length
          if (size > mostBytes) throw new Error(`${url} answered more than ${mostBytes} bytes`)
          chunks.push(chunk)
        }
        const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')])
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(headers),
          body: Buffer.concat(chunks).toString('utf8'),
        })
      } catch (error) {
        outgoing.destroy()
        reject(error)
      }
    })
    outgoing.end(request.body)
  })
}
