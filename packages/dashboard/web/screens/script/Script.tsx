import { useState } from 'preact/hooks'
import type { RecordOf } from '../../kinds/kinds.ts'
import type { Draft } from '../../records/drafts.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab, type ShownRecord } from '../record/RecordScreen.tsx'
import { usersOfScripts } from '../scripting/users.ts'
import { ReadOnlyScript } from './ReadOnlyScript.tsx'
import { RemoveScript } from './RemoveScript.tsx'
import { ScriptForm } from './ScriptForm.tsx'
import { consequenceOf } from './script-consequence.ts'
import { UsersTab } from './UsersTab.tsx'

type Script = RecordOf<'scripts'>

/** One script: its text, a run of it, the features that use it, and its history. */
export const Script = ({ id }: { readonly id: string }) => (
  <RecordScreen kind="scripts" id={id} tabs={tabs} head={(shown) => <Head {...shown} />} consequence={consequence} />
)

function Head({ id, draft: { value, saved } }: ShownRecord<Script>) {
  const [isRemoving, setRemoving] = useState(false)
  const users = usersOfScripts()?.get(id) ?? []
  return (
    <RecordHead
      kind="scripts"
      id={id}
      value={value}
      saved={saved}
      {...(users.length > 0 && { onRemove: () => setRemoving(true) })}
    >
      {isRemoving && saved && <RemoveScript script={saved} users={users} onClose={() => setRemoving(false)} />}
    </RecordHead>
  )
}

const tabs: readonly RecordTab<Script>[] = [
  {
    id: 'script',
    label: 'Script',
    show: (shown) => (shown.mayEdit ? <ScriptForm {...shown} /> : <ReadOnlyScript script={shown.draft.value} />),
  },
  { id: 'users', label: 'Used by', show: ({ id }) => <UsersTab id={id} /> },
]

const consequence = ({ newest, result }: Draft<Script>) => {
  const users = usersOfScripts()
  return consequenceOf(newest, result, users && newest && (users.get(newest.id) ?? []))
}
