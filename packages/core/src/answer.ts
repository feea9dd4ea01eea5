import type { Frames } from './frames.ts'
import type { ImportCounts } from './records/import-counts.ts'

/** What a handler tells beside the value that it answers: HTTP adapters write it as headers. */
export interface Told {
  /** The version of the record that the value shows: its entity tag, without the quotes. */
  readonly version?: string | undefined
  /** The token of the session that the call opened; the empty text when it ended one. */
  readonly session?: string | undefined
  /** What became of the lines of an upload. */
  readonly counts?: ImportCounts | undefined
  /** The id of the event behind which a stream begins. */
  readonly start?: number | undefined
  /** Opens the stream as bytes that all its readers share. */
  readonly frames?: Frames | undefined
}

/** A symbol, so that no JSON passes for an answer. */
const mark = /* @__PURE__ */ Symbol('answer')

/** A value, and what is told beside it. Handlers that have nothing to tell answer the plain value. */
export interface Answer<T = unknown> extends Told {
  readonly [mark]: true
  readonly value: T
}

/** A value with what is told beside it. Spread it to change a part: `{ ...answer, value }` keeps the rest. */
export const answered = <T>(value: T, told: Told = {}): Answer<T> => ({ ...told, [mark]: true, value })

/** Whether a handler told something beside the value. */
export const isAnswer = <T = unknown>(result: T | Answer<T>): result is Answer<T> =>
  typeof result === 'object' && result !== null && mark in result

/** The same answer with another value: what was told still holds. */
export async function mapAnswer<A, B>(
  answer: Answer<A> | Promise<Answer<A>>,
  change: (value: A) => B | Promise<B>,
): Promise<Answer<B>> {
  const given = await answer
  return { ...given, value: await change(given.value) }
}
