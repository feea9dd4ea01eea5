/** The place of a problem in a text, counted from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** What is wrong with a text, and where, if that is known. */
export interface CodeProblem {
  readonly message: string
  readonly place?: TextPlace | undefined
}

/** The place that a sentence names: `Line 3, column 7: …`; `undefined` if it names none. */
export function placeIn(sentence: string): TextPlace | undefined {
  const [, line, column] = /line (\d+),? column (\d+)/i.exec(sentence) ?? []
  return line === undefined ? undefined : { line: Number(line), column: Number(column) }
}

/** Sentences as problems of a text, at the places that they name. */
export const problemsIn = (sentences: readonly string[]): readonly CodeProblem[] =>
  sentences.map((message) => ({ message, place: placeIn(message) }))

/** Problems, and those of others at places that have none yet. */
export const withOthers = (
  problems: readonly CodeProblem[],
  others: readonly CodeProblem[],
): readonly CodeProblem[] => [
  ...problems,
  ...others.filter(({ place }) => place === undefined || !problems.some((one) => isSame(one.place, place))),
]

const isSame = (one: TextPlace | undefined, other: TextPlace): boolean =>
  one?.line === other.line && one.column === other.column

/** The offset of a place in a text. Places behind the end of a line or of the text are moved to it. */
export function offsetOf(text: string, { line, column }: TextPlace): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', start)
    if (end === -1) return text.length
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return Math.min(start + Math.max(0, column - 1), end === -1 ? text.length : end)
}
