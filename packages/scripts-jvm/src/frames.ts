/** Encodes a value as a frame: its JSON in UTF-8 behind the length in bytes (unsigned, 32 bits, big-endian). */
export function toFrame(value: unknown): Buffer {
  const text = JSON.stringify(value)
  const length = Buffer.byteLength(text)
  const frame = Buffer.allocUnsafe(4 + length)
  frame.writeUInt32BE(length)
  frame.write(text, 4)
  return frame
}

/** The longest frame that is read, in bytes. */
const longest = 64 * 1024 * 1024

/** Creates a reader that is given chunks and calls back with each whole value. Throws for a frame that is not valid. */
export function frameReader(next: (value: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let size = 0
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    let bytes: Buffer | undefined
    let at = 0
    while (size - at >= 4) {
      bytes ??= chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
      const length = bytes.readUInt32BE(at)
      if (length > longest) throw new Error(`a frame of ${length} bytes is too long`)
      if (size - at < 4 + length) break
      next(JSON.parse(bytes.toString('utf8', at + 4, at + 4 + length)))
      at += 4 + length
    }
    if (!bytes) return
    const rest = bytes.subarray(at)
    chunks = rest.length > 0 ? [rest] : []
    size = rest.length
  }
}
