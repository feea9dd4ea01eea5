import type { CallContext } from './operation.ts'

/** A symbol, so that no JSON passes for a text of pieces. */
const mark = /* @__PURE__ */ Symbol('JSON text')

/** An answer as JSON text, piece by piece: for answers that may be too large to be one value. */
export interface JsonText {
  readonly [mark]: true
  /** Read once. */
  readonly pieces: Iterable<string> | AsyncIterable<string>
}

/** Whether an answer is its text already. */
export const isJsonText = (answer: unknown): answer is JsonText =>
  typeof answer === 'object' && answer !== null && mark in answer

/** What is gathered before an answer begins, in characters: a failure up to then is still one of the call. */
const HEAD = 64 * 1024

/** An answer that has this text. Rejects where its beginning fails; a small one is one piece. */
export async function jsonText(pieces: AsyncIterable<string>): Promise<JsonText> {
  const iterator = pieces[Symbol.asyncIterator]()
  let head = ''
  let isOver = false
  while (head.length < HEAD && !isOver) {
    const step = await iterator.next()
    if (step.done) isOver = true
    else head += step.value
  }
  return ofPieces(isOver ? [head] : after(head, iterator))
}

/** An answer of pieces that are there, or are certain to come. */
export const ofPieces = (pieces: JsonText['pieces']): JsonText => ({ [mark]: true, pieces })

async function* after(head: string, iterator: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield head
    for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
  } finally {
    await iterator.return?.()
  }
}

/** The two forms of an answer. */
interface Forms<T> {
  readonly text: () => Promise<JsonText>
  readonly value: () => Promise<T>
}

/** An answer in the form that its caller takes: as text where it is written out anyway, else as a value. */
export const answerAs = <T>({ asText }: CallContext, { text, value }: Forms<T>): Promise<T> =>
  asText ? (text() as Promise<unknown> as Promise<T>) : value()
