import type { CallContext } from '../../operation.ts'

/** A symbol, so that no JSON value can be mistaken for such a text. */
const mark = /* @__PURE__ */ Symbol('JSON text')

/** An answer as JSON text in pieces, for answers that may be too large for one value. */
export interface JsonText {
  readonly [mark]: true
  /** Can be read once. */
  readonly pieces: Iterable<string> | AsyncIterable<string>
}

/** Whether an answer is JSON text already. */
export const isJsonText = (answer: unknown): answer is JsonText =>
  typeof answer === 'object' && answer !== null && mark in answer

/** How many characters are buffered before the response starts. A failure until then still fails the call. */
const HEAD = 64 * 1024

/** An answer with this text. Rejects if its beginning fails. A small text becomes one piece. */
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

/** An answer of pieces that cannot fail. */
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

/** An answer as text if the caller takes text (`asText`), else as a value. */
export const answerAs = <T>({ asText }: CallContext, { text, value }: Forms<T>): Promise<T> =>
  asText ? (text() as Promise<unknown> as Promise<T>) : value()
