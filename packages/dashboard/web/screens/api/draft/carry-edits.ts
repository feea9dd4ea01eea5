import type { Kind } from '../../../kinds/kinds.ts'
import { editing } from '../../../records/drafts.ts'
import { carried } from './carried.ts'

/**
 * Takes unsaved edits along when the record changes that they are saved to: someone published the API, or took it out of
 * service, while it was being edited. Both records must have been read.
 */
export function carryEdits(id: string, { from, to }: { readonly from: Edited; readonly to: Edited }): void {
  const [before, after] = [editing(from, id), editing(to, id)]
  const { isEdited, unreadable } = before.draft.peek()
  if (!isEdited) return
  const next = carried(before.draft.peek(), after.draft.peek().value)
  if (next) after.edit(next)
  for (const text of unreadable) after.hold(text)
  before.discard()
}

type Edited = Extract<Kind, 'apis' | 'drafts'>
