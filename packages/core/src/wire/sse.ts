import { parseText } from './text.ts'
import { textLines, tooLong } from './text-lines.ts'

/**
 * The JSON values in the data of server-sent events, as the HTML standard reads them: any line end, comments and other fields
 * passed over, a frame without an end is none. Fails with INVALID for what is not JSON or not UTF-8, and with TOO_LARGE for
 * a frame of more than `limit` characters. By hand, since browsers load it: a parser of the whole standard is a fifth of what
 * the client may weigh.
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
