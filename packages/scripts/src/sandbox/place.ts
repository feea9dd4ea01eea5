/** A place in a text, both from 1; columns in UTF-16 code units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The name that scripts have in stack traces. */
export const fileName = 'script'

/** The first place of the script in a stack trace of QuickJS; nothing where it has none. */
export function placeIn(script: string, stack: string | undefined): Place | undefined {
  const [, line, byte] = stack?.match(/\bscript:(\d{1,9}):(\d{1,9})/) ?? []
  if (line === undefined || byte === undefined) return undefined
  const text = script.split(/\r\n|[\r\n\u2028\u2029]/, Number(line))[Number(line) - 1]
  return text === undefined ? undefined : { line: Number(line), column: columnOf(text, Number(byte)) }
}

/** The place of an index into a text. */
export function placeOf(text: string, index: number): Place {
  const before = text.slice(0, index).split(/\r\n|[\r\n\u2028\u2029]/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** QuickJS counts columns in bytes of UTF-8. */
function columnOf(line: string, byte: number): number {
  const before = new TextEncoder().encode(line).subarray(0, byte - 1)
  return new TextDecoder().decode(before).length + 1
}
