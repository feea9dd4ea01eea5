import type { IncomingMessage } from 'node:http'
import { TooLarge } from '../request/incoming.ts'

/** Reads a whole body. Rejects with `TooLarge` beyond a limit in bytes, and when the client leaves before the end. */
export function readWhole(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    const take = (chunk: Uint8Array): void => {
      length += chunk.length
      if (length > limit) refuse(new TooLarge(`The body is larger than ${limit} bytes`))
      else chunks.push(chunk)
    }
    const refuse = (error: Error): void => {
      request.off('data', take)
      request.pause()
      reject(error)
    }
    if (Number(request.headers['content-length'] ?? 0) > limit)
      return refuse(new TooLarge(`The body is larger than ${limit} bytes`))
    request
      .on('data', take)
      .once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)))
      .once('close', () => reject(new Error('The client left before the end of its body')))
  })
}
