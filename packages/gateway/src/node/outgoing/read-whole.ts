import type { IncomingMessage } from 'node:http'
import { BodyLostError, TooLarge } from '../../request/incoming.ts'
import type { BodyPace } from './request-body.ts'

/** What limits the reading of a whole body. */
interface WholeLimits {
  /** The most bytes. */
  readonly limit: number
  readonly pace: BodyPace
  /** Takes a function that ends the reading since the client is too slow. */
  readonly onSlow: (end: () => void) => void
}

/** Reads a whole body. Rejects with `TooLarge` beyond the limit, and if the client leaves before the end or is too slow. */
export function readWhole(request: IncomingMessage, { limit, pace, onSlow }: WholeLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const { silenceMs, leastRate } = pace
    const startedAt = performance.now()
    /** On average: who sends a byte from time to time is never silent. */
    const isTooSlow = (): boolean => {
      const elapsed = performance.now() - startedAt
      return silenceMs > 0 && elapsed >= silenceMs && length < (leastRate * elapsed) / 1000
    }
    const slow = (): void => refuse(new BodyLostError('errors.request.timeout'))
    const chunks: Uint8Array[] = []
    let length = 0
    const take = (chunk: Uint8Array): void => {
      length += chunk.length
      if (length > limit) refuse(new TooLarge(`The body is larger than ${limit} bytes`))
      else if (isTooSlow()) slow()
      else chunks.push(chunk)
    }
    const refuse = (error: Error): void => {
      request.off('data', take)
      request.pause()
      reject(error)
    }
    if (Number(request.headers['content-length'] ?? 0) > limit)
      return refuse(new TooLarge(`The body is larger than ${limit} bytes`))
    onSlow(slow)
    request
      .on('data', take)
      .once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)))
      .once('close', () => reject(new BodyLostError('errors.client.closed')))
  })
}
