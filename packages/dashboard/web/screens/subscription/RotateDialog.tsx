import { useSignal } from '@preact/signals'
import { now } from '../../calls/clock.ts'
import { Confirm } from '../../parts/dialogs/Confirm.tsx'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { hoursWords } from '../api/plans/quota-words.ts'
import { rotate } from './actions.ts'
import { type Credential, previousUntil } from './credential-words.ts'
import type { Subscription } from './states.ts'

interface RotateDialogProps {
  readonly subscription: Subscription
  readonly credential: Credential
  onClose(): void
}

/** Asks how a secret is replaced: with a time in which both work, or at once because it leaked. */
export function RotateDialog({ subscription, credential, onClose }: RotateDialogProps) {
  const { clientId = '', rotation } = credential
  const { gracePeriod = 0 } = rotation ?? {}
  const until = previousUntil(credential, now.value)
  const isLeak = useSignal(until !== undefined)
  const endsAtOnce = isLeak.value || gracePeriod === 0
  return (
    <Confirm
      title={`Rotate the secret of ${clientId}?`}
      action="Rotate"
      danger={endsAtOnce}
      typed={endsAtOnce ? clientId : undefined}
      why
      run={(because) => rotate(subscription, { clientId, revokePrevious: isLeak.value, because })}
      onClose={onClose}
    >
      {until !== undefined && (
        <p>
          It was rotated before: the previous secret works until {dateTimeIn(until, zone.value)}. Until then, another
          rotation must end all earlier secrets.
        </p>
      )}
      <p>
        {endsAtOnce
          ? 'All earlier secrets stop working at once: programs are rejected until they have the new one.'
          : `Both secrets work for ${hoursWords(gracePeriod)}. Programs must have the new one by then.`}
      </p>
      {gracePeriod > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={isLeak.value}
            disabled={until !== undefined}
            onChange={({ currentTarget: { checked } }) => {
              isLeak.value = checked
            }}
          />
          The secret leaked: end all earlier secrets at once
        </label>
      )}
      <p class="muted">The new secret is shown once.</p>
    </Confirm>
  )
}
