import type { RecordOf } from '../../kinds.ts'
import { JsonText } from '../../parts/JsonText.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One webhook and its history. */
export const Webhook = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="webhooks"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="webhooks" id={id} value={value} saved={saved} />}
  />
)

const tabs: readonly RecordTab<RecordOf<'webhooks'>>[] = [
  {
    id: 'json',
    label: 'JSON',
    show: ({ draft, edit }) => (
      <JsonText
        stacked
        pointer=""
        label="As JSON"
        value={draft.value}
        onChange={(next, step) => edit(next as RecordOf<'webhooks'>, step)}
      />
    ),
  },
]
