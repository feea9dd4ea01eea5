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
import { SetPassword } from './SetPassword.tsx'

type UserRecord = RecordOf<'users'>

/** One user: what they may do, a tester of that, and their history. */
export const User = ({ id }: { readonly id: string }) => (
  <RecordScreen kind="users" id={id} tabs={tabs} head={(shown) => <Head {...shown} />} consequence={consequence} />
)

/** Whether a user is the caller. */
const isMe = (id: string): boolean => {
  const current = session.value
  return current.state === 'in' && current.me.kind === 'User' && current.me.id === id
}

function Head({ id, draft: { value, saved }, mayEdit }: ShownRecord<UserRecord>) {
  const isAsked = useSignal(false)
  const own = isMe(id)
  const password = {
    label: 'Set a new password…',
    icon: 'key-round',
    why: own ? 'You change your own password in the settings' : undefined,
    run: () => {
      isAsked.value = true
    },
  } as const
  return (
    <RecordHead
      kind="users"
      id={id}
      value={value}
      saved={saved}
      items={mayEdit && saved ? [password] : []}
      kept={own ? 'You cannot delete yourself' : undefined}
    >
      {isAsked.value && <SetPassword id={id} onClose={() => (isAsked.value = false)} />}
    </RecordHead>
  )
}

const tabs: readonly RecordTab<UserRecord>[] = [
  {
    id: 'access',
    label: 'Access',
    show: ({ id, draft, edit, mayEdit }) => (
      <GranteeForm
        value={draft.value}
        problems={draft.problems}
        mayEdit={mayEdit}
        fixed={isMe(id) ? 'You cannot remove your own admin rights. Another admin can.' : undefined}
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

const consequence = ({ newest, result }: Draft<UserRecord>) => consequenceHere(newest, result)
