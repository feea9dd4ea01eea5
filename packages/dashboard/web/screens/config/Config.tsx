import type { RecordOf } from '../../kinds.ts'
import { JsonText } from '../../parts/JsonText.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One config and its history. */
export const Config = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="configs"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="configs" id={id} value={value} saved={saved} />}
  />
)

const tabs: readonly RecordTab<RecordOf<'configs'>>[] = [
  {
    id: 'json',
    label: 'JSON',
    show: ({ draft, edit }) => (
      <JsonText
        stacked
        pointer=""
        label="As JSON"
        value={draft.value}
        onChange={(next, step) => edit(next as RecordOf<'configs'>, step)}
      />
    ),
  },
]
