import type { ChangeEvent } from '@signalbox/core/contract'
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
