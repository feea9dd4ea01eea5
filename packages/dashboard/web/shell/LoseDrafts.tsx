import { Confirm } from '../parts/dialogs/Confirm.tsx'
import { counted } from '../words/words.ts'
import { lossQuestion } from './loss-question.ts'

/** Asks before unsaved drafts are lost by signing out. */
export function LoseDrafts() {
  const question = lossQuestion.value
  if (!question) return null
  return (
    <Confirm
      title="Sign out without saving?"
      action="Discard and sign out"
      danger
      run={() => question.answer(true)}
      onClose={() => question.answer(false)}
    >
      <p>
        {counted(question.count, 'record')} {question.count === 1 ? 'has' : 'have'} unsaved changes. They would be lost.
      </p>
    </Confirm>
  )
}
