/** What is read of a request of Node.js here. */
export interface NodeBody {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly httpVersionMajor: number
  readonly readableDidRead: boolean
  readonly readableLength: number
  readonly destroyed: boolean
  read(): Uint8Array | null
  on(event: 'data', listen: (part: Uint8Array) => void): this
  once(event: 'end' | 'close' | 'error', listen: () => void): this
}

/** Reads a body that has a `Content-Length`. Rejects if the connection ends before. */
export async function readBody(incoming: NodeBody): Promise<Uint8Array> {
  const length = Number(incoming.headers['content-length'] ?? 0)
  // Node tells of a request before it looks at the body, which most often has arrived by then. What has arrived can be read
  // even if the client has left since.
  if (incoming.readableLength < length) await undefined
  if (incoming.readableLength === length) return incoming.read() ?? new Uint8Array()
  return gather(incoming, length)
}

function gather(incoming: NodeBody, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    let size = 0
    const take = (part: Uint8Array) => {
      parts.push(part)
      size += part.length
    }
    const finish = () => (size === length ? resolve(joined(parts, length)) : reject(leftEarly()))
    incoming.on('data', take).once('end', finish).once('close', finish).once('error', finish)
    if (incoming.destroyed) finish()
  })
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const leftEarly = () => new Error('The client closed the connection')
