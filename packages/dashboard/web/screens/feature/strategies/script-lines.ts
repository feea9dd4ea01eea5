/** The place of a syntax error, counted from 1. */
export interface ScriptPlace {
  readonly line: number
  readonly column: number
}

/** The first place that the sentences of the service name; `undefined` if they name none. */
export function placeIn(sentences: readonly string[]): ScriptPlace | undefined {
  for (const sentence of sentences) {
    const [, line, column] = /line (\d+), column (\d+)/i.exec(sentence) ?? []
    if (line !== undefined) return { line: Number(line), column: Number(column) }
  }
  return undefined
}

/** The numbers of the lines of a text, as a column of text. */
export const lineNumbers = (text: string): string =>
  Array.from({ length: text.split('\n').length }, (_, index) => index + 1).join('\n')

/** The offset of a place in a text. */
export function offsetOf(text: string, { line, column }: ScriptPlace): number {
  const before = text.split('\n').slice(0, line - 1)
  return Math.min(text.length, before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1)
}
