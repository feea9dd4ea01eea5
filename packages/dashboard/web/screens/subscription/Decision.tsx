import { useSignal } from '@preact/signals'
import { failureSentence } from '../../calls/failures.ts'
import { toast } from '../../notices/toasts.ts'
import { moveSubscription } from './actions.ts'
import { namedWords } from './named-words.ts'
import { RefuseDialog } from './RefuseDialog.tsx'
import type { Subscription } from './states.ts'

interface DecisionProps {
  readonly subscription: Subscription
  /** Whether the buttons say which subscription they are about: there are several on the screen. @default false */
  readonly isNamed?: boolean
}

/** The buttons that decide about a subscription that waits. */
export function Decision({ subscription, isNamed = false }: DecisionProps) {
  const { id = '' } = subscription
  const isBusy = useSignal(false)
  const isRefusing = useSignal(false)
  const approve = async () => {
    if (isBusy.peek()) return
    isBusy.value = true
    await moveSubscription(id, 'approve', {}).catch((error) => toast(failureSentence(error), { aspect: 'danger' }))
    isBusy.value = false
  }
  const named = isNamed && <span class="hidden-text"> {namedWords(subscription)}</span>
  return (
    <div class="bar">
      <button type="button" class="primary" aria-busy={isBusy.value} onClick={() => void approve()}>
        Approve{named}
      </button>
      <button type="button" class="danger" onClick={() => (isRefusing.value = true)}>
        Refuse…{named}
      </button>
      {isRefusing.value && <RefuseDialog subscription={subscription} onClose={() => (isRefusing.value = false)} />}
    </div>
  )
}
