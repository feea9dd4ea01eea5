import { parseText } from './text.ts'
import { textLines, tooLong } from './text-lines.ts'

/**
 * Parses the JSON data of server-sent events, according to the HTML standard: any line ending, comments and other
 * fields ignored, an incomplete last frame dropped. Throws INVALID for data that is not JSON or not UTF-8, and
 * TOO_LARGE for a frame of more than `limit` characters. Hand-written, because browsers load it: a parser of the whole
 * standard would be a fifth of the client's size budget.
 */
export async function* decodeEvents(body: ReadableStream<Uint8Array> | null, limit: number): AsyncGenerator<unknown> {
  let data: string[] = []
  let held = 0
  for await (const lines of textLines(body, limit))
    for (const line of lines) {
      const [isData, value = ''] = /^data(?:: ?(.*))?$/s.exec(line) ?? []
      if (isData !== undefined) {
        held += value.length + Math.min(1, data.length)
        if (held > limit) throw tooLong(limit)
        data.push(value)
      }
      if (line !== '' || data.length === 0) continue
      yield parseText(data.join('\n'))
      data = []
      held = 0
    }
}
