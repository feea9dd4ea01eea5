import type { IncomingMessage } from 'node:http'

/** Reads a body that has a `Content-Length`. Rejects if the connection ends before. */
export async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const length = Number(incoming.headers['content-length'] ?? 0)
  // Node tells of a request before it looks at the body, which most often has arrived by then. What has arrived can be read
  // even if the client has left since.
  if (incoming.readableLength < length) await undefined
  if (incoming.readableLength === length) return (incoming.read() as Buffer | null) ?? new Uint8Array()
  return gather(incoming, length)
}

function gather(incoming: IncomingMessage, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const take = (part: Buffer) => {
      parts.push(part)
      size += part.length
    }
    const finish = () => (size === length ? resolve(Buffer.concat(parts)) : reject(leftEarly()))
    incoming.on('data', take).once('end', finish).once('close', finish).once('error', finish)
    if (incoming.destroyed) finish()
  })
}

const leftEarly = () => new Error('The client closed the connection')
