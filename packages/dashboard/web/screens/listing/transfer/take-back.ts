import { failureSentence } from '../../../calls/failures.ts'
import { confirmed } from '../../../confirm/question.ts'
import { type Kind, kinds } from '../../../kinds/kinds.ts'
import { toast } from '../../../notices/toasts.ts'
import { operationsOf } from '../../../records/operations.ts'
import { idOf } from '../../../values/id-of.ts'
import { counted } from '../../../words/words.ts'
import { undoUpload } from './undo-upload.ts'
import type { Uploaded } from './upload.ts'

/** Takes an import back, and says what became of it. */
export async function takeBack(kind: Kind, uploaded: Uploaded): Promise<void> {
  const { noun } = kinds[kind]
  const asked = { title: `Take back the import of ${counted(uploaded.changes.length, noun)}?`, action: 'Take back' }
  const ids = uploaded.changes.map(({ after }) => idOf(after))
  const because = await confirmed(ids, asked)
  if (!because) return
  const { done, left, errors } = await undoUpload(operationsOf(kind), uploaded, because)
  const sentences = [
    `The import of ${counted(done, noun)} is taken back.`,
    left > 0 && `${counted(left, noun)} changed after the import and ${left === 1 ? 'stays' : 'stay'}.`,
    errors.length > 0 && `${counted(errors.length, noun)} could not be taken back: ${failureSentence(errors[0])}`,
  ]
  toast(sentences.filter(Boolean).join(' '), {
    aspect: errors.length > 0 ? 'danger' : left > 0 ? 'caution' : 'clear',
  })
}
