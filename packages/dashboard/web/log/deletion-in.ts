import type { ChangeEvent } from '@signalbox/core/contract'
import { isSame } from '../values/is-same.ts'
import { changeOf } from './change-of.ts'

/**
 * The event that deleted a record, of the newest events of its key; `undefined` if it was created again since, or its
 * deletion is not among them. Events of other things that have the same key, such as results, tell nothing of it.
 */
export function deletionIn(newestFirst: readonly ChangeEvent[]): ChangeEvent | undefined {
  const last = newestFirst.find((event) => changeOf(event) !== undefined)
  return last && changeOf(last) === 'deleted' ? last : undefined
}

/**
 * The events that deleted records which were not created again since, of the newest events of a domain: one per key, the
 * newest first.
 */
export function deletionsIn(newestFirst: readonly ChangeEvent[]): readonly ChangeEvent[] {
  const newest = new Map<string, ChangeEvent>()
  for (const event of newestFirst)
    if (changeOf(event) !== undefined && !newest.has(event.key)) newest.set(event.key, event)
  return [...newest.values()].filter((event) => changeOf(event) === 'deleted')
}

/** How far apart the timestamps of the events of one commit are at most, in milliseconds. */
const SAME_COMMIT_MS = 5

/**
 * Whether two events are a rename: one commit that deletes a record and creates it under another id. The log does not tell
 * commits apart, so they follow each other, have the same origin and time, and the same content. A rename that changes the
 * content, too, counts as a deletion, because the former content is gone.
 */
export function isRename(deleted: ChangeEvent, created: ChangeEvent): boolean {
  return (
    created._id === deleted._id + 1 &&
    created.domain === deleted.domain &&
    changeOf(deleted) === 'deleted' &&
    changeOf(created) === 'created' &&
    Math.abs(Date.parse(created.timestamp) - Date.parse(deleted.timestamp)) <= SAME_COMMIT_MS &&
    isSame(originOf(created), originOf(deleted)) &&
    isSame(contentOf(created), contentOf(deleted))
  )
}

const originOf = ({ authInfo, reason, traceparent }: ChangeEvent) => [authInfo, reason, traceparent]

/** The record of an event without its id. */
function contentOf({ payload }: ChangeEvent): unknown {
  const { id: _, clientId: __, serviceId: ___, ...content } = (payload ?? {}) as Readonly<Record<string, unknown>>
  return content
}
