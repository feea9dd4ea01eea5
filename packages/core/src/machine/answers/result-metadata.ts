/** The outermost layer of a call: callers get plain values, and functions such as `etagOf` look up their metadata. */
import { type Answer, answered, isAnswer, type Told, versioned } from './answer.ts'
import { toTag } from './etag.ts'
import type { ImportCounts } from './import-counts.ts'

/**
 * Metadata by the object that was returned, private to this module. Versions have a map of their own: most answers have
 * no other metadata, and a weak map of strings costs the garbage collector an eighth of a weak map of objects.
 */
const versions = new WeakMap<object, string | undefined>()
const others = new WeakMap<object, Told>()

/** Remembers the metadata of a value and returns the same value. */
export function tell<T>(value: T, told: Told): T {
  if (!isReference(value)) return value
  versions.set(value, told.version)
  if ((told.session ?? told.counts ?? told.start ?? told.oldest ?? told.frames) === undefined) others.delete(value)
  else others.set(value, told)
  return value
}

const isReference = (value: unknown): value is object => Object(value) === value

/** The plain value of a result. From now on, its metadata can be looked up with this object, but not with a copy. */
export const handOut = <T>(result: T | Answer<T>): T => (isAnswer<T>(result) ? tell(result.value, result) : result)

/** The answer of a call: the result itself if the call was made with `asAnswer`, else the value with its metadata. */
export function answerOf(result: unknown): Answer {
  if (isAnswer(result)) return result
  const further = others.get(result as object)
  const version = versions.get(result as object)
  return further ? answered(result, { version, ...further }) : versioned(result, version)
}

/**
 * The entity tag (RFC 9110) of a record that a call returned, or `undefined` for any other value, copies included. Pass
 * it as `ifMatch`, and the next write fails if the record has changed in the meantime.
 *
 * @example
 * const feature = await box.features.get({ id: 'shop:express' })
 * const ifMatch = etagOf(feature)
 * const body = { ...feature, enabled: false }
 * await box.features.replace({ id: feature.id, body }, ifMatch ? { ifMatch } : {}) // fails if it changed
 */
export function etagOf(record: object): string | undefined {
  const version = versions.get(record)
  return version === undefined ? undefined : toTag(version)
}

/**
 * The numbers of created, replaced and kept lines of an upload. The result itself has only `success`, which counts
 * created and replaced lines together and leaves kept ones out. `undefined` for any value that is not the result of an
 * upload, copies included.
 *
 * @example
 * const result = await box.features.import({ body: features, strategy: 'Replace' })
 * importCounts(result) // { created: 1, replaced: 2, kept: 0 }
 */
export const importCounts = (result: object): ImportCounts | undefined => others.get(result)?.counts

/** The token of the session that a call opened; the empty string if the call ended the session. */
export const sessionTold = (answer: object): string | undefined => others.get(answer)?.session

/**
 * The id of the event after which a stream begins, in process and over HTTP (the response header `Last-Event-Id`). It
 * differs from the requested id if the log no longer has all events after that: read the records again then.
 * `undefined` for any other value.
 *
 * @example
 * const events = await box.events.stream({}, { lastEventId })
 * if (startOf(events) !== lastEventId) await readAllAgain()
 */
export const startOf = (events: object): number | undefined => others.get(events)?.start

/**
 * The timestamp of the oldest event that is retained, if a download of past events asked for older ones; in process and over
 * HTTP (the response header `Events-Oldest`). `undefined` if the log reaches back to `since`, and for any other value.
 *
 * @example
 * const events = await box.events.exportHistory({ since: '2026-01-01' })
 * if (oldestOf(events) !== undefined) console.warn(`The log begins at ${oldestOf(events)}`)
 */
export const oldestOf = (events: object): string | undefined => others.get(events)?.oldest
