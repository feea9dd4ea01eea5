import { useState } from 'preact/hooks'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { TextArea } from '../../parts/fields/fields.tsx'
import { refuse } from './actions.ts'
import { namedWords } from './named-words.ts'
import type { Subscription } from './states.ts'

interface RefuseDialogProps {
  readonly subscription: Subscription
  onClose(): void
}

/** Asks for the reason, which the consumer reads. */
export function RefuseDialog({ subscription, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Confirm
      title={`Refuse ${namedWords(subscription)}?`}
      action="Refuse"
      danger
      run={() => {
        if (reason.trim() === '') throw new Error('A reason is required: the consumer reads it.')
        return refuse(subscription.id ?? '', reason.trim())
      }}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        stacked
        rows={3}
        hint="The consumer reads it, in at most 500 characters."
        value={reason}
        onInput={setReason}
      />
    </Confirm>
  )
}
