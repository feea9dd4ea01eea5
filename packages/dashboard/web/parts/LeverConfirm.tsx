import { leverQuestion } from '../saving/confirm-lever.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { Confirm } from './Confirm.tsx'

/** Asks for the id before a lever is pulled that needs a confirmation. Nothing while none does. */
export function LeverConfirm() {
  const question = leverQuestion.value
  if (!question) return null
  const { id, enabled, answer } = question
  return (
    <Confirm
      title={`Switch ${id} ${enabled ? 'on' : 'off'}?`}
      action={enabled ? 'Switch on' : 'Switch off'}
      typed={id}
      run={() => answer(true)}
      onClose={() => answer(false)}
    >
      <ChangeTable changes={[{ pointer: '/enabled', was: !enabled, now: enabled }]} />
    </Confirm>
  )
}
