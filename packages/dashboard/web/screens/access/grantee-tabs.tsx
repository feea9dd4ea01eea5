import { session } from '../../calls/session.ts'
import type { RecordOf } from '../../kinds/kinds.ts'
import { Tester } from '../grants/Tester.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { GranteeForm } from './GranteeForm.tsx'

/** Whether a user or an API key is the caller. */
export function isCaller(kind: 'User' | 'ApiKey', id: string): boolean {
  const current = session.value
  return current.state === 'in' && current.me.kind === kind && current.me.id === id
}

/** The tabs of a user or of an API key: what they may do, and a tester of that. `own` is why the caller stays an admin. */
export const granteeTabs = <T extends RecordOf<'users'> | RecordOf<'apiKeys'>>(
  kind: 'User' | 'ApiKey',
  own: string,
): readonly RecordTab<T>[] => [
  {
    id: 'access',
    label: 'Access',
    show: ({ id, draft, edit, mayEdit }) => (
      <GranteeForm
        value={draft.value}
        problems={draft.problems}
        mayEdit={mayEdit}
        fixed={isCaller(kind, id) ? own : undefined}
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
