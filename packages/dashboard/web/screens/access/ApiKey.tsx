import { useSignal } from '@preact/signals'
import type { Draft } from '../../drafts.ts'
import type { RecordOf } from '../../kinds.ts'
import { session } from '../../session.ts'
import { Tester } from '../grants/Tester.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab, ShownRecord } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'
import { consequenceHere } from './consequence-here.ts'
import { GranteeForm } from './GranteeForm.tsx'
import { RotateSecret } from './RotateSecret.tsx'

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

/** Whether a key is the one that the page itself uses. */
const isMine = (id: string): boolean => {
  const current = session.value
  return current.state === 'in' && current.me.kind === 'ApiKey' && current.me.id === id
}

const tabs: readonly RecordTab<KeyRecord>[] = [
  {
    id: 'access',
    label: 'Access',
    show: ({ id, draft, edit, mayEdit }) => (
      <GranteeForm
        value={draft.value}
        problems={draft.problems}
        mayEdit={mayEdit}
        fixed={isMine(id) ? 'You use this key: it cannot remove its own admin rights.' : undefined}
        onEdit={edit}
      />
    ),
  },
  {
    id: 'tester',
    label: 'Tester',
    show: ({ draft: { value, isEdited } }) => <Tester name={value.name} grantee={value} isUnsaved={isEdited} />,
  },
]

const consequence = ({ newest, result }: Draft<KeyRecord>) => consequenceHere(newest, result)
