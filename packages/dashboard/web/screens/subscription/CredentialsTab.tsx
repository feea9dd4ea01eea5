import { useSignal } from '@preact/signals'
import { failureSentence } from '../../calls/failures.ts'
import { toast } from '../../notices/toasts.ts'
import { Empty } from '../../parts/outcomes/Empty.tsx'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { modeWords } from '../api/plans/mode-words.ts'
import { rotate } from './actions.ts'
import { CredentialCard } from './CredentialCard.tsx'
import { hasCredentials, type Subscription, stateOf } from './states.ts'
import { useCredentials } from './use-credentials.ts'

interface CredentialsTabProps {
  readonly subscription: Subscription
  readonly mayEdit: boolean
}

/** The credentials of a subscription, or how its consumer proves who it is without one. */
export function CredentialsTab({ subscription, mayEdit }: CredentialsTabProps) {
  const { id = '', subscription_kind: mode } = subscription
  const { results, error, read } = useCredentials(id)
  const mayRotate = mayEdit && stateOf(subscription) !== 'closed'
  if (error !== undefined) return <Failure error={error} retry={read} />
  if (!results) return <Late>Loading the credentials…</Late>
  if (results.length === 0 && !hasCredentials(mode))
    return (
      <Empty title="No credentials here">
        <p>{mode && modeWords[mode].consumer}</p>
      </Empty>
    )
  if (results.length === 0)
    return (
      <Empty title="No credentials">
        <p>
          This subscription has no credential: none was issued, or it was deleted. The gateway rejects its consumer.
        </p>
        {mayRotate && <Issue subscription={subscription} />}
      </Empty>
    )
  return (
    <ul class="credentials">
      {results.map((credential) => (
        <li key={credential.clientId}>
          <CredentialCard subscription={subscription} credential={credential} mayRotate={mayRotate} />
        </li>
      ))}
    </ul>
  )
}

/** Issues a credential where there is none. */
function Issue({ subscription }: { readonly subscription: Subscription }) {
  const busy = useSignal(false)
  const issue = async () => {
    if (busy.peek()) return
    busy.value = true
    try {
      await rotate(subscription, { revokePrevious: false })
    } catch (error) {
      toast(failureSentence(error), { aspect: 'danger' })
    } finally {
      busy.value = false
    }
  }
  return (
    <button type="button" class="primary" aria-busy={busy.value} onClick={() => void issue()}>
      Issue a credential
    </button>
  )
}
