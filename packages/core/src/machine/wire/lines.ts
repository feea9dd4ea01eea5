import { join } from '../json/bytes.ts'
import { chunks } from './chunks.ts'

const NEWLINE = 0x0a

/**
 * Splits bytes into lines without their line endings, grouped by chunk; `undefined` for a line longer than the limit.
 */
export async function* lines(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): AsyncGenerator<readonly (Uint8Array | undefined)[]> {
  let parts: Uint8Array[] = []
  let size = 0
  const take = (part: Uint8Array) => {
    size += part.length
    if (size <= limit) parts.push(part)
    else parts = []
  }
  const finish = () => {
    const line = size > limit ? undefined : join(parts)
    parts = []
    size = 0
    return line
  }
  for await (const chunk of chunks(body)) {
    const ended: (Uint8Array | undefined)[] = []
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, to))
      ended.push(finish())
      from = to + 1
    }
    if (from < chunk.length) take(chunk.subarray(from))
    yield ended
  }
  if (size > 0) yield [finish()]
}
