import type { ChangeEvent } from '@signalbox/core/contract'
import { changeOf } from './change-of.ts'

/** The drafts of APIs have events of their own, whose payloads are APIs, too. */
const ofDraft = /^API_DRAFT_/

/**
 * How the payload of an event can become the record again: `restore` creates a deleted one, `back` changes the present one.
 * `undefined` if the payload is what is there already, or no record.
 */
export function wayBack(event: ChangeEvent, isNewest: boolean): 'restore' | 'back' | undefined {
  const change = changeOf(event)
  if (change === 'deleted') return isNewest ? 'restore' : undefined
  if (ofDraft.test(event.type)) return isNewest && event.type !== 'API_DRAFT_DELETED' ? undefined : 'back'
  return change !== undefined && !isNewest ? 'back' : undefined
}
