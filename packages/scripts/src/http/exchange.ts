import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { HttpRequest } from '../messages.ts'
import { answering } from './locate.ts'

/** A response as received, including redirects. */
export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One request to fixed addresses. */
export interface Exchange {
  readonly url: URL
  readonly request: HttpRequest
  /** The addresses to connect to. No name is resolved and no other address is used. */
  readonly addresses: readonly string[]
  /** Maximum bytes of the response body; a longer one fails. */
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/**
 * Sends a request on its own connection and reads the whole response. Rejects if that fails or the body is too long.
 */
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
          if (size > mostBytes) throw new Error(`${url} responded with more than ${mostBytes} bytes`)
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
