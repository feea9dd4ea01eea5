import type { IncomingMessage, ServerResponse } from 'node:http'

/** Bytes of the bodies of a request and its response, as far as they have passed. */
export interface BodyBytes {
  in: number
  out: number
}

/** Counts the bytes of both bodies. Node does not: what it counts of a connection includes heads and other requests. */
export function countBodies(incoming: IncomingMessage, outgoing: ServerResponse): BodyBytes {
  const bytes: BodyBytes = { in: 0, out: 0 }
  const { headers } = incoming
  if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0') {
    const push = incoming.push
    incoming.push = (chunk: unknown, encoding?: BufferEncoding) => {
      bytes.in += lengthOf(chunk)
      return push.call(incoming, chunk, encoding)
    }
  }
  if (incoming.method === 'HEAD') return bytes
  const { write, end } = outgoing
  outgoing.write = (chunk: unknown, ...more: unknown[]) => {
    bytes.out += lengthOf(chunk)
    return Reflect.apply(write, outgoing, [chunk, ...more])
  }
  outgoing.end = (...args: unknown[]) => {
    bytes.out += lengthOf(args[0])
    return Reflect.apply(end, outgoing, args)
  }
  return bytes
}

const lengthOf = (chunk: unknown): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk instanceof Uint8Array ? chunk.byteLength : 0
