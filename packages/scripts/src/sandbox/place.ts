/** A position in a text: line and column from 1, columns in UTF-16 code units. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The file name of scripts in stack traces. */
export const fileName = 'script'

/** Returns the first position in the script that a QuickJS stack trace names; `undefined` if there is none. */
export function placeIn(script: string, stack: string | undefined): Place | undefined {
  const [, line, byte] = stack?.match(/\bscript:(\d{1,9}):(\d{1,9})/) ?? []
  if (line === undefined || byte === undefined) return undefined
  const text = script.split(/\r\n|[\r\n\u2028\u2029]/, Number(line))[Number(line) - 1]
  return text === undefined ? undefined : { line: Number(line), column: columnOf(text, Number(byte)) }
}

/** Converts an index into a text to a position. */
export function placeOf(text: string, index: number): Place {
  const before = text.slice(0, index).split(/\r\n|[\r\n\u2028\u2029]/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Converts a column from QuickJS, which counts bytes of UTF-8. */
function columnOf(line: string, byte: number): number {
  const before = new TextEncoder().encode(line).subarray(0, byte - 1)
  return new TextDecoder().decode(before).length + 1
}
