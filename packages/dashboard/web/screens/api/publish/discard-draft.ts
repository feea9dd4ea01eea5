import { api } from '../../../api.ts'
import { asked, confirmed } from '../../../confirm/question.ts'
import { editing } from '../../../drafts.ts'
import { failureSentence } from '../../../parts/failures.ts'
import { endSuccesses, toast } from '../../../toasts.ts'
import { draftDiffHere } from '../draft-changes.ts'
import type { GatewayApi } from '../gateway-api.ts'

/** What stands for a secret in answers of the service. */
const MASK = '"********"'

/**
 * Discards the draft of an API; the undo saves it again. Secrets that the draft changed are lost, so the user is asked
 * then. Resolves with whether it is discarded.
 */
export async function discardDraft(id: string): Promise<boolean> {
  const diff = draftDiffHere(id).peek()
  const isFinal = diff.state === 'ready' && JSON.stringify(diff.value.map(({ members }) => members)).includes(MASK)
  const question = { title: `Discard the draft of ${id}?`, action: 'Discard', danger: true }
  const isAgreed = isFinal
    ? await asked({ ...question, means: ['A secret that was changed in it is lost.'] })
    : await confirmed([id], question)
  if (!isAgreed) return false
  const { deployments: _, ...draft } = await api.apis.draft.delete({ id })
  editing('drafts', id).discard()
  endSuccesses() // what they offer to take back is gone
  toast(`The draft of ${id} is discarded.`, {
    ...(!isFinal && { action: { label: 'Undo', run: () => void putBack(id, draft) } }),
  })
  return true
}

async function putBack(id: string, body: GatewayApi): Promise<void> {
  try {
    await api.apis.draft.replace({ id, body })
    toast(`The draft of ${id} is back.`)
  } catch (error) {
    toast(failureSentence(error), { aspect: 'danger' })
  }
}
