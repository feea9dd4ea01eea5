import { useState } from 'preact/hooks'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { TextArea } from '../../parts/fields/fields.tsx'
import { refuse } from './actions.ts'
import { aboutWords, type Subscription } from './states.ts'

interface RefuseDialogProps {
  readonly subscription: Subscription
  onClose(): void
}

/** Asks for the reason, which the consumer reads. */
export function RefuseDialog({ subscription, onClose }: RefuseDialogProps) {
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  return (
    <Confirm
      title={`Refuse ${aboutWords(subscription)}?`}
      action="Refuse"
      danger
      run={() => {
        setSent(true)
        if (reason.trim() === '') throw new Error('Enter a reason: the consumer reads it.')
        return refuse(subscription.id ?? '', reason.trim())
      }}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        stacked
        rows={3}
        hint="The consumer reads it, in at most 500 characters."
        problem={wasSent && reason.trim() === '' ? 'A reason is required.' : undefined}
        value={reason}
        onInput={setReason}
      />
    </Confirm>
  )
}
