/** A part of a text and what takes its place. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** A text as the editor holds it: each line ends with one character. */
export const withPlainBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/** The smallest single change between two texts; `undefined` if they are equal. What surrounds it keeps its place. */
export function textChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
