/** The most bytes of an object that is read, unzipped: no JavaScript engine holds a longer text. */
const MOST_BYTES = 512 * 1024 * 1024

/** Compresses lines as they come. Each gets a line break. */
export async function gzipLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new CompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const compressed = new Response(stream.readable).arrayBuffer()
  const encoder = new TextEncoder()
  try {
    for await (const line of lines) await writer.write(encoder.encode(`${line}\n`))
    await writer.close()
  } catch (error) {
    compressed.catch(() => {})
    await writer.abort(error).catch(() => {})
    throw error
  }
  return new Uint8Array(await compressed)
}

/** Decompresses a text. Rejects if it is truncated, is not a text, or has more than `most` bytes. */
export async function gunzipText(bytes: Uint8Array<ArrayBuffer>, most = MOST_BYTES): Promise<string> {
  let count = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.length
      if (count > most) controller.error(new RangeError(`It has more than ${most} bytes`))
      else controller.enqueue(chunk)
    },
  })
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(limit)
  return new TextDecoder('utf-8', { fatal: true }).decode(await new Response(stream).arrayBuffer())
}
