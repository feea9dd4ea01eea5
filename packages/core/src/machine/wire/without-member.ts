const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])
const OBJECT = 0x7b
const nothing = new TextEncoder().encode('null')

/**
 * The JSON text of an object with one member replaced by `null`, so that its value need not be in memory. Bytes are
 * passed on as they arrive. Text that is not valid JSON stays invalid, unless the error is inside that member.
 */
export async function* withoutMember(
  chunks: AsyncIterable<Uint8Array>,
  member: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = [...new TextEncoder().encode(member)]
  let depth = 0
  let isObject = false
  let isText = false
  let isEscaped = false
  /** How many bytes of the current string match the member's name; -1 if it is another string. */
  let matched = -1
  let isNamed = false
  let isSkipped = false

  for await (const chunk of chunks) {
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) {
          isEscaped = true
          matched = -1
        } else if (byte === QUOTE) {
          isText = false
          isNamed = matched === name.length
        } else if (matched >= 0) matched = name[matched] === byte ? matched + 1 : -1
      } else if (byte === QUOTE) {
        isText = true
        matched = depth === 1 && isObject && !isSkipped ? 0 : -1
      } else if (opening.has(byte)) {
        if (depth === 0) isObject = byte === OBJECT
        depth++
      } else if (closing.has(byte)) depth--
      else if (byte === COLON && depth === 1 && isNamed && !isSkipped) {
        yield chunk.subarray(from, i + 1)
        yield nothing
        isSkipped = true
      }
      const isEnd = isSkipped && !isText && (depth === 0 || (depth === 1 && byte === COMMA))
      if (isEnd) {
        isSkipped = false
        isNamed = false
        from = i
      }
    }
    if (!isSkipped) yield chunk.subarray(from)
  }
}
