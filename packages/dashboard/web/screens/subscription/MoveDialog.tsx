import { mustType } from '../../confirm/id-to-type.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { mount } from '../../place/mount.ts'
import { moveSubscription, type SubscriptionVerb } from './actions.ts'

interface MoveDialogProps {
  readonly id: string
  readonly verb: SubscriptionVerb
  onClose(): void
}

const words = {
  pause: ['Pause', 'The gateway rejects its consumer until you resume it. Credentials and dates stay.'],
  resume: ['Resume', 'The gateway admits its consumer again, with the same credentials.'],
  approve: ['Approve', 'The gateway admits its consumer, who creates the key: you won’t see it.'],
  close: [
    'Close',
    'The gateway rejects its consumer, and its credentials are disabled. You can’t reopen a closed subscription: the consumer needs a new one, with a new secret.',
  ],
} as const satisfies Record<SubscriptionVerb, readonly [action: string, meaning: string]>

/** Asks for the reason before a subscription is paused, resumed or closed. Closing asks for the id. */
export function MoveDialog({ id, verb, onClose }: MoveDialogProps) {
  const [action, meaning] = words[verb]
  const isFinal = verb === 'close'
  return (
    <Confirm
      title={`${action} ${id}?`}
      action={action}
      danger={isFinal}
      typed={isFinal || mustType(id, mount.confirm) ? id : undefined}
      why
      run={(because) => moveSubscription(id, verb, because)}
      onClose={onClose}
    >
      <p>{meaning}</p>
    </Confirm>
  )
}
