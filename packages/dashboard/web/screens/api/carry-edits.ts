import { editing } from '../../drafts.ts'
import type { Kind } from '../../kinds.ts'
import { record } from '../../records.ts'
import { withLifeOf } from './served.ts'

/**
 * Takes unsaved edits along when the record changes that they are saved to: someone published the API, or took it out of
 * service, while it was being edited.
 */
export function carryEdits(id: string, { from, to }: { readonly from: Edited; readonly to: Edited }): void {
  const { isEdited, changes, value } = editing(from, id).draft.peek()
  if (!isEdited || changes.length === 0) return
  const saved = record('apis', id).peek()
  editing(to, id).edit(saved.state === 'ready' ? withLifeOf(value, saved.value) : value)
  editing(from, id).discard()
}

type Edited = Extract<Kind, 'apis' | 'drafts'>
