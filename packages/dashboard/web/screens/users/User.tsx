import type { RecordOf } from '../../kinds.ts'
import { JsonText } from '../../parts/JsonText.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One user and its history. */
export const User = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="users"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="users" id={id} value={value} saved={saved} />}
  />
)

const tabs: readonly RecordTab<RecordOf<'users'>>[] = [
  {
    id: 'json',
    label: 'JSON',
    show: ({ draft, edit }) => (
      <JsonText
        stacked
        pointer=""
        label="As JSON"
        value={draft.value}
        onChange={(next, step) => edit(next as RecordOf<'users'>, step)}
      />
    ),
  },
]
