import { useEffect } from 'preact/hooks'
import type { Draft } from '../../records/drafts.ts'
import { heldOf, record } from '../../records/records.ts'
import { onEvent } from '../../records/stream.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { CredentialsTab } from './CredentialsTab.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { Standing } from './Standing.tsx'
import type { Subscription as Value } from './states.ts'
import { UsageTab } from './UsageTab.tsx'
import './subscription.css'

/** One subscription: whether it admits its consumer, its credentials, what they used, and its history. */
export function Subscription({ id }: { readonly id: string }) {
  const held = record('subscriptions', id).value
  const api = held.state === 'ready' ? held.value.api_ref : undefined
  // The status depends on that of the plan, which is part of the API.
  useEffect(
    () =>
      onEvent(({ domain, key }) => {
        if (domain === 'Api' && key === api) heldOf('subscriptions').readAgain(id)
      }),
    [id, api],
  )
  return (
    <RecordScreen
      kind="subscriptions"
      id={id}
      tabs={tabs}
      head={({ draft: { value, saved } }) => <RecordHead kind="subscriptions" id={id} value={value} saved={saved} />}
      above={({ draft: { newest }, mayEdit }) => newest && <Standing subscription={newest} mayEdit={mayEdit} />}
      consequence={consequence}
    />
  )
}

const tabs: readonly RecordTab<Value>[] = [
  {
    id: 'credentials',
    label: 'Credentials',
    show: ({ draft: { newest }, mayEdit }) => newest && <CredentialsTab subscription={newest} mayEdit={mayEdit} />,
  },
  { id: 'usage', label: 'Usage', show: ({ id }) => <UsageTab id={id} /> },
  { id: 'details', label: 'Details', show: (shown) => <DetailsTab {...shown} /> },
]

/** What saving changes for the consumer. */
function consequence({ newest, result }: Draft<Value>): readonly string[] {
  const { enabled: was = true } = newest ?? {}
  const { enabled = true } = result
  if (was === enabled) return []
  return [enabled ? 'The gateway admits its consumer again.' : 'The gateway rejects its consumer.']
}
