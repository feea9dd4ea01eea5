import { api } from '../../../calls/api.ts'
import { failureSentence } from '../../../calls/failures.ts'
import { asked, confirmed } from '../../../confirm/question.ts'
import { endSuccesses, toast } from '../../../notices/toasts.ts'
import { editing } from '../../../records/drafts.ts'
import { MASK } from '../../../values/secret-members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { putBackDraft } from './put-back.ts'

/** What stands for a secret, in JSON. */
const masked = JSON.stringify(MASK)

/**
 * Discards the draft of an API; the undo saves it again, and brings unsaved changes back. Secrets that the draft changed
 * are lost, so the user is asked then. Resolves with whether it is discarded.
 */
export async function discardDraft(id: string): Promise<boolean> {
  const { changes } = await api.apis.draft.diff({ id })
  const isFinal = JSON.stringify(changes.map(({ members }) => members)).includes(masked)
  const question = { title: `Discard the draft of ${id}?`, action: 'Discard', danger: true }
  const because = isFinal
    ? await asked({ ...question, means: ['Secrets that were changed in it are lost.'] })
    : await confirmed([id], question)
  if (!because) return false
  const { deployments: _, ...draft } = await api.apis.draft.delete({ id }, because)
  const edited = editing('drafts', id)
  const { isEdited } = edited.draft.peek()
  edited.discard()
  endSuccesses() // what they offer to take back is gone
  toast(`The draft of ${id} is discarded.`, {
    ...(!isFinal && { action: { label: 'Undo', run: () => void putBack(id, draft, isEdited) } }),
  })
  return true
}

async function putBack(id: string, body: GatewayApi, wasEdited: boolean): Promise<void> {
  try {
    if (!(await putBackDraft(api.apis, id, body)))
      return toast(`${id} has a newer draft, which stays as it is.`, { aspect: 'danger' })
    const edited = editing('drafts', id)
    if (wasEdited && !edited.draft.peek().isEdited) edited.undo()
    toast(`The draft of ${id} is back.`)
  } catch (error) {
    toast(failureSentence(error), { aspect: 'danger' })
  }
}
