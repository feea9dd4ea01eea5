import type { Frames } from './frames.ts'
import type { ImportCounts } from './import-counts.ts'

/** What a handler returns besides the value. HTTP adapters write it as headers. */
export interface Told {
  /** The version of the record in the value: its entity tag without the quotes. */
  readonly version?: string | undefined
  /** The token of the session that the call opened; the empty string if the call ended the session. */
  readonly session?: string | undefined
  /** How many lines of an upload were created, replaced and kept. */
  readonly counts?: ImportCounts | undefined
  /** The id of the event after which a stream begins. */
  readonly start?: number | undefined
  /** The timestamp of the oldest retained event, if the call asked for older ones. */
  readonly oldest?: string | undefined
  /** Opens the stream as bytes that are encoded once for all its readers. */
  readonly frames?: Frames | undefined
}

/** A symbol, so that no JSON value can be mistaken for an answer. */
const mark = /* @__PURE__ */ Symbol('answer')

/** A value with its metadata. Handlers without metadata return the plain value. */
export interface Answer<T = unknown> extends Told {
  readonly [mark]: true
  readonly value: T
}

/** Adds metadata to a value. Spread the result to change a part: `{ ...answer, value }` keeps the rest. */
export const answered = <T>(value: T, told: Told = {}): Answer<T> => ({ ...told, [mark]: true, value })

/** The answer that most calls have: without metadata other than a version. */
export const versioned = <T>(value: T, version: string | undefined): Answer<T> => ({ [mark]: true, value, version })

/** Whether a handler returned an `Answer` instead of a plain value. */
export const isAnswer = <T = unknown>(result: T | Answer<T>): result is Answer<T> =>
  typeof result === 'object' && result !== null && mark in result

/** The same answer with another value; the metadata stays. */
export async function mapAnswer<A, B>(
  answer: Answer<A> | Promise<Answer<A>>,
  change: (value: A) => B | Promise<B>,
): Promise<Answer<B>> {
  const given = await answer
  return { ...given, value: await change(given.value) }
}
