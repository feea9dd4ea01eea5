import { useSignal } from '@preact/signals'
import type { RecordOf } from '../../kinds/kinds.ts'
import type { Draft } from '../../records/drafts.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type ShownRecord } from '../record/RecordScreen.tsx'
import { consequenceHere } from './consequence-here.ts'
import { granteeTabs } from './grantee-tabs.tsx'
import { RotateSecret } from './passwords/RotateSecret.tsx'

type KeyRecord = RecordOf<'apiKeys'>

/** One API key: what its holder may do, a tester of that, and its history. */
export const ApiKey = ({ id }: { readonly id: string }) => (
  <RecordScreen kind="apiKeys" id={id} tabs={tabs} head={(shown) => <Head {...shown} />} consequence={consequence} />
)

function Head({ id, draft: { value, saved }, mayEdit }: ShownRecord<KeyRecord>) {
  const isAsked = useSignal(false)
  const rotate = {
    label: 'Rotate the secret…',
    icon: 'refresh-cw',
    run: () => {
      isAsked.value = true
    },
  } as const
  return (
    <RecordHead kind="apiKeys" id={id} value={value} saved={saved} items={mayEdit && saved ? [rotate] : []}>
      {isAsked.value && <RotateSecret id={id} name={value.name} onClose={() => (isAsked.value = false)} />}
    </RecordHead>
  )
}

const tabs = granteeTabs<KeyRecord>('ApiKey', 'You’re using this key: it can’t remove its own admin rights.')

const consequence = ({ newest, result }: Draft<KeyRecord>) => consequenceHere(newest, result)
