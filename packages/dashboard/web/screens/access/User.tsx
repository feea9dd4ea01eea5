import { useSignal } from '@preact/signals'
import type { RecordOf } from '../../kinds/kinds.ts'
import type { Draft } from '../../records/drafts.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type ShownRecord } from '../record/RecordScreen.tsx'
import { consequenceHere } from './consequence-here.ts'
import { granteeTabs, isCaller } from './grantee-tabs.tsx'
import { SetPassword } from './passwords/SetPassword.tsx'

type UserRecord = RecordOf<'users'>

/** One user: what they may do, a tester of that, and their history. */
export const User = ({ id }: { readonly id: string }) => (
  <RecordScreen kind="users" id={id} tabs={tabs} head={(shown) => <Head {...shown} />} consequence={consequence} />
)

function Head({ id, draft: { value, saved }, mayEdit }: ShownRecord<UserRecord>) {
  const isAsked = useSignal(false)
  const own = isCaller('User', id)
  const password = {
    label: 'Set a new password…',
    icon: 'key-round',
    why: own ? 'Change your own password in Settings' : undefined,
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
      kept={own ? 'You can’t delete yourself' : undefined}
    >
      {isAsked.value && <SetPassword id={id} onClose={() => (isAsked.value = false)} />}
    </RecordHead>
  )
}

const tabs = granteeTabs<UserRecord>('User', 'You can’t remove your own admin rights. Another admin can.')

const consequence = ({ newest, result }: Draft<UserRecord>) => consequenceHere(newest, result)
