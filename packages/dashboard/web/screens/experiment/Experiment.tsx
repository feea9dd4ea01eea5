import type { RecordOf } from '../../kinds.ts'
import { JsonText } from '../../parts/JsonText.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One experiment and its history. */
export const Experiment = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="experiments"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="experiments" id={id} value={value} saved={saved} />}
  />
)

const tabs: readonly RecordTab<RecordOf<'experiments'>>[] = [
  {
    id: 'json',
    label: 'JSON',
    show: ({ draft, edit }) => (
      <JsonText
        stacked
        pointer=""
        label="As JSON"
        value={draft.value}
        onChange={(next, step) => edit(next as RecordOf<'experiments'>, step)}
      />
    ),
  },
]
