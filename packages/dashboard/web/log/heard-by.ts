import type { ChangeEvent } from '@signalbox/core/contract'
import { changeOf } from './change-of.ts'

/** What an event means for the page's copy of a record: it has the new one, or the record must be read again. */
export type Heard = 'apply' | 'read'

/** What an event of the domain means for a record; `undefined` if nothing. */
export const heardByRecord = (event: ChangeEvent): Heard | undefined => (changeOf(event) ? 'apply' : undefined)

/** What an event means for the draft of an API. Without a draft, it is the saved API; with the API, it is gone. */
export function heardByDraft(event: ChangeEvent): Heard | undefined {
  if (['API_DRAFT_CREATED', 'API_DRAFT_UPDATED', 'API_DELETED'].includes(event.type)) return 'apply'
  return event.type.endsWith('S_DELETED') ? undefined : 'read'
}
