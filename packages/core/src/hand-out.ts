/** The outermost edge of a call: callers get plain values, and may ask of those very values what was told beside them. */
import type { Answer, Told } from './answer.ts'
import { answered, isAnswer } from './answer.ts'
import { toTag } from './records/etag.ts'
import type { ImportCounts } from './records/import-counts.ts'

/**
 * What is remembered of values by their identity, nowhere but here. Versions apart: most answers tell nothing else, and a weak map of
 * texts costs the garbage collector an eighth of what one of objects does.
 */
const versions = new WeakMap<object, string | undefined>()
const others = new WeakMap<object, Told>()

/** Remembers what is told of a value, and returns that very value. */
export function tell<T>(value: T, told: Told): T {
  if (!isReference(value)) return value
  versions.set(value, told.version)
  if ((told.session ?? told.counts ?? told.start ?? told.frames) === undefined) others.delete(value)
  else others.set(value, told)
  return value
}

const isReference = (value: unknown): value is object => Object(value) === value

/** The plain value of a result. What an answer told beside it can be asked of this very object from now on. */
export const handOut = <T>(result: T | Answer<T>): T => (isAnswer<T>(result) ? tell(result.value, result) : result)

/** The answer that a call resolved with: itself where it was asked for (`asAnswer`), else what was told of the value that was handed out. */
export function answerOf(result: unknown): Answer {
  if (isAnswer(result)) return result
  return answered(result, { version: versions.get(result as object), ...others.get(result as object) })
}

/** The entity tag (RFC 9110) of a record that a call answered; pass it as `ifMatch` to guard the next write. `undefined` for anything else. */
export function etagOf(record: object): string | undefined {
  const version = versions.get(record)
  return version === undefined ? undefined : toTag(version)
}

/**
 * Tells created, replaced and kept lines of an upload apart: its result has `success`, created and replaced together, and nothing of
 * those that were kept. `undefined` for anything that is not the result of an upload, copies of it included.
 */
export const importCounts = (result: object): ImportCounts | undefined => others.get(result)?.counts

/** The session that a call opened, or with the empty text that it ended one. */
export const sessionTold = (answer: object): string | undefined => others.get(answer)?.session

/**
 * The id behind which a stream of events begins, in process and over HTTP (there the header `Last-Event-Id` of the answer). More
 * than what was asked for, or less, when the log has not all of it: then look at the records again. `undefined` for anything else.
 */
export const startOf = (events: object): number | undefined => others.get(events)?.start
